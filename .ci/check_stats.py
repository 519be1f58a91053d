#!/usr/bin/env python3
"""Compares statistics with a second, exact calculation in Python: zoneinfo for days, fractions for sums.

    check_stats.py BINARY [RECORDS]

Generates an export of RECORDS (200000) records and draws its times apart, so that clock changes lie within it.
Daily steps, monthly energy and yearly heart rates are compared for four zones, to the last digit: sources added up,
sources merged (each instant counts once), and samples put where they start. Needs HEALTHCONV_SHARED.
"""
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from heapq import heappop, heappush
from pathlib import Path
from zoneinfo import ZoneInfo

from facts import SHARED, Facts, number_text
from tool import Tool, verdict

ZONES = ("Europe/Paris", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe")
TYPES = {"StepCount": "count", "ActiveEnergyBurned": "kcal", "HeartRate": "count/min"}
# How much farther apart samples start than in the generated export: half a year becomes one and a half.
STRETCH = 4
RECORD = re.compile(
    r' <Record type="HKQuantityTypeIdentifier(\w+)" sourceName="([^"]*)".*? startDate="([^"]*)" endDate="([^"]*)"'
    r' value="([^"]*)"'
)


def seconds(text):
    return int(datetime.strptime(text, "%Y-%m-%d %H:%M:%S %z").timestamp())


def written(time):
    """As the export writes it, at the offset of its one zone."""
    local = datetime.fromtimestamp(time, timezone(timedelta(hours=-4)))
    return local.strftime("%Y-%m-%d %H:%M:%S %z")


class Sample:
    def __init__(self, source, start, end, value, text):
        self.source, self.start, self.end, self.value = source, start, end, value
        priority = 1 if "watch" in source.lower() else 2 if "phone" in source.lower() else 4
        # The greatest one wins an instant: by priority, then the finer, then by its canonical text.
        self.rank = (-priority, start - end, start, text, source)


def stretched_export(tool, facts, records):
    """Writes an export of three types with the times drawn apart; its path and its samples by type."""
    folder = tool.path("generated")
    subprocess.run(
        [sys.executable, os.path.join(SHARED, "bench", "gen.py"), "--records", records, "--out", folder,
         "--formats", "xml"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    path = Path(tool.path("stretched.xml"))
    samples = defaultdict(list)
    last = seconds("2025-09-30 00:00:00 -0400")
    with open(Path(folder) / "apple_health_export" / "export.xml", encoding="utf-8") as source, open(
        path, "w", encoding="utf-8"
    ) as target:
        target.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n')
        for line in source:
            match = RECORD.match(line)
            if not match or match[1] not in TYPES:
                continue
            kind, name, start, end, value = match.groups()
            begin, length = seconds(start), seconds(end) - seconds(start)
            begin = last - (last - begin) * STRETCH
            target.write(
                f' <Record type="HKQuantityTypeIdentifier{kind}" sourceName="{name}" unit="{TYPES[kind]}"'
                f' startDate="{written(begin)}" endDate="{written(begin + length)}" value="{value}"/>\n'
            )
            canonical = number_text(facts.convert(Fraction(value), TYPES[kind], facts.canonical[kind]))
            samples[kind].append(Sample(name, begin, begin + length, Fraction(canonical), canonical))
        target.write("</HealthData>\n")
    return str(path), samples


class Calendar:
    """The periods of a zone."""

    def __init__(self, zone, unit):
        self.zone, self.unit, self.borders = ZoneInfo(zone), unit, {}

    def first(self, day):
        return day if self.unit == "day" else day.replace(day=1) if self.unit == "month" else day.replace(month=1, day=1)

    def following(self, day):
        if self.unit == "day":
            return day + timedelta(days=1)
        if self.unit == "month":
            return (day + timedelta(days=31)).replace(day=1)
        return day.replace(year=day.year + 1)

    def border(self, day):
        if day not in self.borders:
            self.borders[day] = int(datetime(day.year, day.month, day.day, tzinfo=self.zone).timestamp())
        return self.borders[day]

    def period(self, time):
        return self.first(datetime.fromtimestamp(time, self.zone).date())

    def label(self, day):
        return day.isoformat()[: {"day": 10, "month": 7, "year": 4}[self.unit]]

    def spans(self, start, end):
        """The periods of a stretch of time, with the seconds that lie in each."""
        day = self.period(start)
        while start < end:
            after = self.following(day)
            border = min(end, self.border(after))
            yield day, border - start
            start, day = border, after

    def all(self, days):
        """All periods from the first to the last."""
        day, last = min(days), max(days)
        while day <= last:
            yield day
            day = self.following(day)


def pieces_of_all(samples):
    return [(s, s.start, s.end) for s in samples]


def pieces_merged(samples):
    """Each instant goes to the greatest sample that covers it."""
    cuts = sorted({t for s in samples for t in (s.start, s.end)})
    waiting = sorted(samples, key=lambda s: s.start)
    heap, taken, pieces = [], 0, []
    for begin, end in zip(cuts, cuts[1:]):
        while taken < len(waiting) and waiting[taken].start <= begin:
            heappush(heap, Ranked(waiting[taken]))
            taken += 1
        while heap and heap[0].sample.end <= begin:
            heappop(heap)
        if heap:
            pieces.append((heap[0].sample, begin, end))
    return pieces


class Ranked:
    __slots__ = ("sample",)

    def __init__(self, sample):
        self.sample = sample

    def __lt__(self, other):
        return self.sample.rank > other.sample.rank


def sums(pieces, calendar, by_start=False):
    """The exact sum of each period, as text."""
    shares = defaultdict(lambda: defaultdict(Fraction))
    for sample, start, end in pieces:
        spans = [(calendar.period(start), end - start)] if by_start else calendar.spans(start, end)
        for day, piece in spans:
            shares[day][sample.end - sample.start] += sample.value * piece
    return {
        calendar.label(day): {
            "sum": number_text(sum((top / bottom for bottom, top in shares[day].items()), Fraction(0)))
        }
        for day in calendar.all(shares)
    }


def values(samples, calendar):
    periods = defaultdict(list)
    for sample in samples:
        periods[calendar.period(sample.start)].append(sample)
    return {
        calendar.label(day): {
            "count": str(len(found)),
            "min": number_text(min(s.value for s in found)),
            "mean": number_text(sum(s.value for s in found) / len(found)),
            "max": number_text(max(s.value for s in found)),
            "latest": number_text(max(found, key=lambda s: (s.end, s.start, s.value)).value),
        }
        for day, found in periods.items()
    }


def compare(tool, path, kind, zone, unit, options, expected):
    lines = tool.must("stats", path, "--type", kind, "--by", unit, "--time-zone", zone, *options,
                      "--format", "ndjson", "--quiet").decode()  # fmt: skip
    rows = [json.loads(line, parse_int=str, parse_float=str) for line in lines.splitlines()]
    found = {row["period"]: row for row in rows}
    what = f"{kind} by {unit}, {zone} {' '.join(options)}"
    failures = []
    if sorted(found) != sorted(expected):
        failures.append(f"{what}: periods {sorted(set(found) ^ set(expected))[:5]}")
    for period, numbers in expected.items():
        for name, value in numbers.items():
            if found.get(period, {}).get(name) != value:
                failures.append(f"{what}, {period}: {name} {found.get(period, {}).get(name)}, not {value}")
    print(f"{what}: {len(expected)} periods, {len(failures)} different")
    return failures, len(expected)


def main(binary, records="200000"):
    if not SHARED:
        sys.exit("check_stats.py needs HEALTHCONV_SHARED")
    tool, facts = Tool(binary), Facts()
    path, samples = stretched_export(tool, facts, records)
    merged = {kind: pieces_merged(samples[kind]) for kind in ("StepCount", "ActiveEnergyBurned")}
    failures, checked = [], 0
    for zone in ZONES:
        days, months, years = (Calendar(zone, unit) for unit in ("day", "month", "year"))
        runs = [
            ("StepCount", "day", (), sums(merged["StepCount"], days)),
            ("StepCount", "day", ("--sources", "sum"), sums(pieces_of_all(samples["StepCount"]), days)),
            ("StepCount", "day", ("--sources", "sum", "--assign", "start"),
             sums(pieces_of_all(samples["StepCount"]), days, by_start=True)),
            ("ActiveEnergyBurned", "month", (), sums(merged["ActiveEnergyBurned"], months)),
            ("ActiveEnergyBurned", "month", ("--sources", "sum"),
             sums(pieces_of_all(samples["ActiveEnergyBurned"]), months)),
            ("HeartRate", "year", (), values(samples["HeartRate"], years)),
        ]  # fmt: skip
        for kind, unit, options, expected in runs:
            different, count = compare(tool, path, kind, zone, unit, options, expected)
            failures += different
            checked += count
    changes = {zone: clock_changes(zone, samples["HeartRate"]) for zone in ZONES}
    print("clock changes within: " + ", ".join(f"{zone} {count}" for zone, count in changes.items()))
    if not all(changes[zone] for zone in ZONES if zone != "Asia/Kathmandu"):
        failures.append("the export has no clock change: it is too short")
    verdict("check_stats", failures, checked)


def clock_changes(zone, samples):
    """How often the offset changes from the first to the last sample."""
    first, last = min(s.start for s in samples), max(s.end for s in samples)
    offsets = [datetime.fromtimestamp(t, ZoneInfo(zone)).utcoffset() for t in range(first, last, 86_400)]
    return sum(a != b for a, b in zip(offsets, offsets[1:]))


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
