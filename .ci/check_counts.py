#!/usr/bin/env python3
"""Counts the elements of public exports with expat and compares with what a conversion counts.

    check_counts.py BINARY

Needs HEALTHCONV_SHARED. Reads every XML file, zip archive and folder under samples/apple; prints a line
for each.
"""
import os
import sys
import zipfile
from collections import Counter
from xml.parsers import expat

from facts import SHARED, Facts
from tool import Failed, Tool, verdict

# Archives that hold no readable export, and the code that says so.
BROKEN = {
    "rinoshiyo/adversarial/x4-3-multi-empty-xml.zip": "zip.no-export",
}
# Exports that end too early: what is whole is counted, the rest is one reject.
CUT = {
    "rinoshiyo/adversarial/x4-7-broken-xml.zip": 1,
}
KINDS = {
    "Record": "sample",
    "Correlation": "correlation",
    "Workout": "workout",
    "ActivitySummary": "activitySummary",
    "Me": "characteristics",
}
IDENTITY = ("type", "startDate", "endDate", "value", "unit", "sourceName")


class Census:
    """Counts what stands directly in the root, and members of correlations without a twin there."""

    def __init__(self, facts, data):
        self.facts, self.kinds, self.types = facts, Counter(), Counter()
        self.twins, self.members = Counter(), []
        self.depth, self.inside_correlation = 0, False
        parser = expat.ParserCreate()
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.Parse(data, True)
        for member in self.members:
            if self.twins[member] > 0:
                self.twins[member] -= 1
            else:
                self.kinds["sample"] += 1
                self.types["sample", self.name(member[0])] += 1

    def name(self, identifier):
        return self.facts.short.get(identifier, identifier)

    def start(self, name, attributes):
        self.depth += 1
        key = tuple(attributes.get(a) for a in IDENTITY)
        if self.depth == 2 and name != "ExportDate":
            kind = KINDS.get(name, "other")
            self.kinds[kind] += 1
            self.inside_correlation = name == "Correlation"
            if name == "Workout":
                identifier = attributes["workoutActivityType"]
                self.types[kind, self.facts.activity.get(identifier, identifier)] += 1
            elif "type" in attributes:
                self.types[kind, self.name(attributes["type"])] += 1
            elif kind == "other":
                self.types[kind, name] += 1
            if name == "Record":
                self.twins[key] += 1
        if self.depth == 3 and name == "Record" and self.inside_correlation:
            self.members.append(key)

    def end(self, _):
        self.depth -= 1


def whole(data):
    """The document without its DTD, which expat would not accept, or a fragment with a root around it."""
    start = data.find(b"<HealthData")
    if start >= 0:
        return data[start:]
    start = data.find(b"?>") + 2 if data.startswith(b"<?xml") else 0
    return b"<HealthData>" + data[start:] + b"</HealthData>"


def is_export(data):
    head = data[: 1 << 16]
    return b"<HealthData" in head or head.lstrip().startswith((b"<Record", b"<Workout"))


def zip_export(path):
    """The entry of an archive that holds an export."""
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            if entry.filename.endswith(".xml") and ".." not in entry.filename:
                data = archive.read(entry)
                if is_export(data):
                    return data
    return None


def inputs(root):
    """Every path that can be given to the program, with the bytes of its export."""
    for folder, folders, names in os.walk(root):
        folders.sort()
        below = []
        for deep, _, files in os.walk(folder):
            for name in files:
                if name.lower().endswith(".xml"):
                    with open(os.path.join(deep, name), "rb") as file:
                        data = file.read()
                    if b"<HealthData" in data:
                        below.append(data)
        if len(below) == 1:
            yield folder + "/", below[0]
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith(".zip"):
                yield path, zip_export(path)
            elif name.lower().endswith(".xml"):
                with open(path, "rb") as file:
                    data = file.read()
                yield path, data if is_export(data) else None


def compare(tool, facts, path, data, cut):
    """The differences of one input, and what was counted."""
    try:
        records, summary = tool.convert(path, status=(0, 1))
    except Failed as error:
        return [error.text.strip()], ""
    if cut:
        data = data[: data.rfind(b"<")] + b"</HealthData>"  # what the file ends inside of
    census = Census(facts, whole(data))
    problems = []
    total = summary["records"]
    if total["rejected"] != cut:
        problems.append(f"{total['rejected']} rejected, not {cut}")
    if total["read"] != census.kinds.total() + cut:
        problems.append(f"{total['read']} read, not {census.kinds.total() + cut}")
    parts = sum(total[k] for k in ("written", "rejected", "filtered", "merged"))
    if total["read"] != parts:
        problems.append(f"{total['read']} read, {parts} accounted for")
    counted = {kind: counts["read"] for kind, counts in summary["kinds"].items()}
    if counted != dict(census.kinds):
        problems.append(f"kinds {counted}, not {dict(census.kinds)}")
    types = {name: counts["read"] for name, counts in summary["types"].items()}
    samples = {n: c for (kind, n), c in census.types.items() if kind == "sample"}
    if types != samples:
        problems.append(f"types {difference(types, samples)}")
    written = Counter((r.get("record"), r.get("type")) for r in records if r.get("type"))
    if written != census.types:
        problems.append(f"in the output {difference(written, census.types)}")
    return problems, f"{total['read']} records, {len(samples)} types"


def difference(found, expected):
    keys = sorted(k for k in set(found) | set(expected) if found.get(k) != expected.get(k))
    return ", ".join(f"{k}: {found.get(k, 0)}, not {expected.get(k, 0)}" for k in keys)


def main(binary):
    if not SHARED:
        sys.exit("check_counts.py needs HEALTHCONV_SHARED")
    tool, facts = Tool(binary), Facts()
    root = os.path.join(SHARED, "samples", "apple")
    failures, checked = [], 0
    for path, data in inputs(root):
        name = os.path.relpath(path, root)
        if name in BROKEN:
            done = tool.run("convert", path, "-o", tool.path("none.ndjson"))
            says = f"[{BROKEN[name]}]" in done.stderr.decode()
            problems = [] if done.returncode == 2 and says else [done.stderr.decode().strip()]
            text = f"refused with {BROKEN[name]}"
        elif data is None:
            problems, text = ["holds no export, and is not listed as broken"], ""
        else:
            problems, text = compare(tool, facts, path, data, CUT.get(name, 0))
        checked += 1
        print(f"{'ok ' if not problems else 'NO '} {name}: {text}")
        failures += [f"{name}: {p}" for p in problems]
    verdict("check_counts", failures, checked)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
