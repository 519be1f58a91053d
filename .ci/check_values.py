#!/usr/bin/env python3
"""Compares every record of a conversion with a second, exact implementation in Python.

    check_values.py BINARY [RECORDS [SEED]]

Reads Fixtures/apple/export.zip, a generated export of RECORDS (20000) records, the public samples and an export
of random numbers in every unit. Needs HEALTHCONV_SHARED. The seed is printed, so that a failure can be repeated.
"""
import os
import random
import subprocess
import sys
import zipfile
from itertools import zip_longest
from pathlib import Path

import random_export
from apple_oracle import AppleOracle
from check_counts import BROKEN, CUT, inputs, whole
from facts import SHARED, Facts
from tool import Tool, verdict


def export_of(path):
    with zipfile.ZipFile(path) as archive:
        return archive.read("apple_health_export/export.xml")


def sources(tool, facts, records, seed):
    """Every path to convert, with the bytes of its export."""
    fixture = Path(__file__).resolve().parent.parent / "Fixtures" / "apple" / "export.zip"
    yield str(fixture), export_of(fixture)
    folder = tool.path("generated")
    subprocess.run(
        [sys.executable, os.path.join(SHARED, "bench", "gen.py"), "--records", records, "--out",
         folder, "--zip"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    path = os.path.join(folder, "export.zip")
    yield path, export_of(path)
    print(f"random export of seed {seed}")
    path = tool.path("random.xml")
    data = random_export.export(facts, 5000, seed)
    Path(path).write_bytes(data)
    yield path, data
    root = os.path.join(SHARED, "samples", "apple")
    for path, data in inputs(root):
        if data is not None and os.path.relpath(path, root) not in (*BROKEN, *CUT):
            yield path, data if b"<HealthData" in data else whole(data)


def compare(tool, oracle, path, data):
    """The differences, record by record, and how many records there were."""
    found, summary = tool.convert(path)
    failures, fields, count = [], 0, 0
    for expected, record in zip_longest(oracle.records(data), found):
        count += 1
        fields += len(expected or ())
        if expected != record:
            failures.append(f"{Path(path).name} line {count}: {first(record, expected)}")
    if summary["records"]["rejected"]:
        failures.append(f"{Path(path).name}: {summary['records']['rejected']} rejected")
    print(f"{path}: {count} records, {fields} fields compared, {len(failures)} different")
    return failures, count


def first(found, expected):
    """Where two documents differ first."""
    if found is None or expected is None:
        return f"{found!r}, not {expected!r}"
    for pair, other in zip_longest(found, expected):
        if pair != other:
            return f"{pair!r}, not {other!r} in {found!r}"
    return "equal"


def main(binary, records="20000", seed=None):
    if not SHARED:
        sys.exit("check_values.py needs HEALTHCONV_SHARED")
    tool, facts = Tool(binary), Facts()
    oracle = AppleOracle(facts)
    seed = int(seed or random.randrange(1 << 32))
    failures, checked = [], 0
    for path, data in sources(tool, facts, records, seed):
        different, count = compare(tool, oracle, path, data)
        failures += different
        checked += count
    verdict("check_values", failures, checked)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
