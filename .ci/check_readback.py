#!/usr/bin/env python3
"""Reads the program's CSV, gzip and NDJSON with other people's readers and compares them with each other.

    check_readback.py BINARY [RECORDS]

Reads the fixtures and a generated export of RECORDS (20000) records. Needs HEALTHCONV_SHARED and the Python
package duckdb.
"""
import csv
import gzip
import json
import math
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import duckdb

import random_export
from facts import SHARED, Facts
from tool import Object, Tool, verdict

COLUMNS = (
    "record,type,startDate,endDate,value,unit,duration,totalDistance,totalEnergyBurned,sourceName,"
    "sourceVersion,device,creationDate,uuid,metadata,details"
).split(",")
NESTED = ("device", "metadata", "details")
# What the BGZF format ends with: a block without data (SAM specification, 4.1.2).
END_BLOCK = bytes.fromhex("1f8b08040000000000ff0600424302001b0003000000000000000000")


def cells(record):
    """The row of a table that says the same as a record."""
    known = dict(record)
    if known["record"] == "archive":
        facts = Object(pair for pair in record if pair[0] != "record")
        return ["archive"] + [""] * 14 + [compact(facts)]
    return [compact(known[c]) if c in NESTED and c in known else known.get(c, "") for c in COLUMNS]


def compact(value):
    """A document without blanks, its numbers as they were written."""
    if isinstance(value, Object):
        return "{" + ",".join(f"{compact(k)}:{compact(v)}" for k, v in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(compact(item) for item in value) + "]"
    if type(value) is str:
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def sums(rows):
    """The sum of the numbers of each type and unit of sample."""
    numbers = defaultdict(list)
    for row in rows:
        if row[0] == "sample" and row[5] and row[4]:
            numbers[row[1], row[5]].append(float(row[4]))
    return {key: math.fsum(values) for key, values in numbers.items()}


class Check:
    def __init__(self, tool, source):
        self.tool, self.source = tool, str(source)
        self.failures = []
        self.records, self.summary = tool.convert(self.source)
        self.rows = [[str(cell) for cell in cells(record)] for record in self.records]

    def expect(self, what, found, expected):
        good = found == expected
        print(f"{'ok ' if good else 'NO '} {what}")
        if not good:
            self.failures.append(f"{what}: {explain(found, expected)}")

    def convert(self, name, *options):
        path = self.tool.path(name)
        self.tool.must("convert", self.source, *options, "--force", "--quiet", "-o", path)
        return path

    def run(self):
        table = self.cells()
        self.recognised(table)
        self.duckdb_json()
        self.one_type()
        self.tables()
        self.gzip(table)
        return self.failures, len(self.rows)

    def cells(self):
        """Every cell as text; returns the table's path."""
        table = self.convert("all.csv")
        with open(table, encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file, strict=True)
        self.expect("csv: the header", header, COLUMNS)
        self.expect(f"csv: {len(rows)} rows, every cell", rows, self.rows)
        read = f"read_csv('{table}', header = true, all_varchar = true)"
        rows = duckdb.sql(f"from {read}").fetchall()
        found = [[cell or "" for cell in row] for row in rows]
        self.expect(f"duckdb: {len(rows)} rows as text, every cell", found, self.rows)
        return table

    def recognised(self, table):
        """Delimiter, quotes and types left to DuckDB."""
        count = duckdb.sql(f"select count(*) from read_csv('{table}')").fetchall()[0][0]
        self.expect(f"duckdb: {count} rows with recognised types", count, len(self.rows))
        found = duckdb.sql(
            f"select type, unit, fsum(try_cast(value as double)) from read_csv('{table}') "
            "where record = 'sample' and unit is not null and value is not null group by all"
        ).fetchall()
        expected = sums(self.rows)
        self.expect(f"duckdb: sums of {len(found)} types", len(found), len(expected))
        for name, unit, total in found:
            if not math.isclose(total, expected.get((name, unit), math.nan), rel_tol=1e-12):
                self.expect(f"sum of {name}", total, expected.get((name, unit)))

    def duckdb_json(self):
        for name in ("all.ndjson", "all.ndjson.gz"):
            path = self.convert(name)
            found = duckdb.sql(
                f"select record, count(*), count(type), count(device), count(details) "
                f"from read_json('{path}', format = 'newline_delimited', records = true) group by record"
            ).fetchall()
            expected = defaultdict(lambda: [0, 0, 0, 0])
            for record in self.records:
                counts = expected[record.get("record")]
                for place, key in enumerate(("record", "type", "device", "details")):
                    counts[place] += record.get(key) is not None
            self.expect(
                f"duckdb: {name} by kind",
                {kind: counts for kind, *counts in found},
                dict(expected),
            )
        path = self.convert("all.json")
        found = duckdb.sql(
            f"select len(records) from read_json('{path}', maximum_object_size = 1000000000)"
        ).fetchall()[0][0]
        self.expect(f"duckdb: {found} records in all.json", found, len(self.rows) - 1)

    def one_type(self):
        """A table of one quantity gets the types people want without being told."""
        path = self.convert("heart.csv", "--records", "samples", "--type", "HeartRate")
        types = duckdb.sql(
            f"select distinct typeof(startDate), typeof(value) from read_csv('{path}')"
        ).fetchall()
        self.expect(
            f"duckdb: types of a table of heart rates {types}",
            len(types) == 1
            and types[0][0] == "TIMESTAMP WITH TIME ZONE"
            and types[0][1] in ("DOUBLE", "BIGINT"),
            True,
        )

    def tables(self):
        folder = self.tool.path("tables") + "/"
        shutil.rmtree(folder, ignore_errors=True)
        self.tool.must("convert", self.source, "--quiet", "-o", folder)
        found = {}
        for name in sorted(os.listdir(folder)):
            with open(folder + name, encoding="utf-8", newline="") as file:
                found[name] = sum(1 for _ in csv.reader(file, strict=True)) - 1
            count = duckdb.sql(
                f"select count(*) from read_csv('{folder}{name}', header = true, all_varchar = true)"
            ).fetchall()[0][0]
            self.expect(f"duckdb: {count} rows in {name}", count, found[name])
        expected = {
            kind: counts["written"] for kind, counts in self.summary["kinds"].items()
        }
        names = {
            "samples.csv": "sample", "workouts.csv": "workout", "correlations.csv": "correlation",
            "activity_summaries.csv": "activitySummary", "characteristics.csv": "characteristics",
            "other.csv": "other",
        }  # fmt: skip
        for name, kind in names.items():
            self.expect(f"{name} is complete", found.get(name), expected.get(kind, 0))

    def gzip(self, table):
        plain = Path(table).read_bytes()
        path = self.convert("all.csv.gz")
        packed = Path(path).read_bytes()
        self.expect("gzip: Python reads the same bytes", gzip.decompress(packed) == plain, True)
        self.expect("gzip: the end block is there", packed.endswith(END_BLOCK), True)
        for program in ("gzip", "pigz"):
            if shutil.which(program) is None:
                print(f"--  {program} is not installed")
                continue
            done = subprocess.run([program, "-t", path], capture_output=True)
            self.expect(f"{program} -t", (done.returncode, done.stderr), (0, b""))
        self.blocks(packed)

    def blocks(self, packed):
        """Follows the sizes in the extra fields from block to block."""
        at = count = 0
        while at < len(packed):
            if packed[at : at + 4] != b"\x1f\x8b\x08\x04" or packed[at + 12 : at + 14] != b"BC":
                break
            at += int.from_bytes(packed[at + 16 : at + 18], "little") + 1
            count += 1
        self.expect(f"gzip: a chain of {count} blocks", at, len(packed))


def explain(found, expected):
    if isinstance(found, list) and isinstance(expected, list):
        for number, (a, b) in enumerate(zip(found, expected), 1):
            if a != b:
                return f"row {number}: {a!r}, not {b!r}"
        return f"{len(found)} rows, not {len(expected)}"
    return f"{found!r}, not {expected!r}"


def main(binary, records="20000"):
    if not SHARED:
        sys.exit("check_readback.py needs HEALTHCONV_SHARED")
    tool = Tool(binary)
    folder = tool.path("generated")
    subprocess.run(
        [sys.executable, os.path.join(SHARED, "bench", "gen.py"), "--records", records, "--out", folder],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    fixtures = Path(__file__).resolve().parent.parent / "Fixtures" / "apple"
    failures, checked = [], 0
    # Where texts are hard to quote, the cells; of whole exports, everything.
    odd = Path(tool.path("random.xml"))
    odd.write_bytes(random_export.export(Facts(), 2000, seed=1))
    for source in [*sorted((fixtures / "valid").glob("*.xml")), odd]:
        print(f"{source.name}:")
        check = Check(tool, source)
        check.cells()
        failures += [f"{source.name}: {failure}" for failure in check.failures]
        checked += len(check.rows)
    generated = os.path.join(folder, "apple_health_export", "export.xml")
    for source in (fixtures / "export.zip", generated):
        print(f"{source}:")
        different, count = Check(tool, source).run()
        failures += different
        checked += count
    verdict("check_readback", failures, checked)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
