#!/usr/bin/env python3
"""Validates everything there is: nothing may trap, cases give what they are about, own output is sound.

    check_validate.py BINARY [EXPORT...]

Needs HEALTHCONV_SHARED. Every file of samples, vendors and cases is validated; what convert makes of the
fixtures and of the given exports must have no error but those about the data itself, the same in all formats.
"""
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from facts import SHARED
from tool import Tool, verdict

FIXTURES = Path(__file__).resolve().parent.parent / "Fixtures"
TIME_LIMIT = 120

# Case file -> rules that have to be broken in it.
CASES = {
    "apple-01-dtd-v12-unclosed-attlist/input.xml": {"xml.oddity"},
    "apple-03-vertical-tab-in-attribute/input.xml": {"text.nul-or-control"},
    "apple-11-identical-workouts-twice/input.xml": {"dup.exact"},
    "apple-13-hkdevice-memory-address/input.xml": set(),
    "apple-15-steps-iphone-and-watch-overlap/input.xml": {"overlap.cross-source"},
    "apple-16-glucose-mmol-with-molar-mass/input.xml": {"unit.mixed"},
    "apple-17-percent-is-a-fraction/input.xml": {"unit.percent-scale"},
    "apple-19-one-offset-for-the-whole-file-dst/input.xml": {"time.fixed-offset"},
    "apple-25-cda-with-two-roots/input.xml": {"file.unknown-format"},
    "apple-26-truncated-or-empty-zip/input-empty.zip": {"file.empty"},
    "apple-26-truncated-or-empty-zip/input-truncated.zip": {"gzip.corrupt"},
    "apple-32-units-lb-mi-cal-degf-st/input.xml": {"unit.unknown", "unit.mixed", "time.zero-duration"},
    "apple-38-zip-slip-and-bomb/input-entity.xml": {"xml.syntax"},
    "apple-38-zip-slip-and-bomb/input.zip": {"file.unsafe-path"},
    "format-20-day-month-order/input-ambiguous.csv": {"time.syntax"},
    "format-22-missing-offset/input.csv": {"time.missing-offset"},
    "format-25-dst-gap/input.csv": {"time.gap-or-fold"},
    "format-26-hour-24/input.csv": {"time.syntax", "time.unusual-form"},
    "format-28-nan-infinity-in-json/input.json": {"json.syntax"},
    "format-34-utf16-with-bom/input.csv": {"text.bom-or-utf16"},
    "format-35-utf16-without-bom/input.csv": {"text.bom-or-utf16"},
    "format-37-gzip-truncated/input-header-only.csv.gz": {"gzip.truncated"},
    "format-37-gzip-truncated/input-in-deflate.csv.gz": {"gzip.truncated"},
    "format-37-gzip-truncated/input-no-trailer.csv.gz": {"gzip.truncated"},
    "format-47-raw-newline-in-json-string/input.ndjson": {"json.syntax"},
    "format-49-json-deep-nesting/input.json": {"json.depth-or-size"},
    "format-50-json-lone-surrogate/input.json": {"json.syntax"},
}

# What convert keeps as it is written, and does not put right by guessing.
ABOUT_DATA = {
    "value.range", "value.category", "record.kind-mismatch", "record.missing-field", "unit.missing",
    "unit.unknown", "time.end-before-start", "time.future", "time.missing-offset", "dup.id",
    "workout.series-outside", "ref.missing", "json.duplicate-key",
}  # fmt: skip


def validate(tool, path):
    """The status and the counts by severity and rule; what went wrong instead."""
    done = tool.run(
        "validate", str(path), "--format", "json", "--examples", "3", "--now", "2026-12-01", timeout=TIME_LIMIT
    )
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"{path}: ended with {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}")
    report = json.loads(done.stdout)
    broken = [rule for rule in report["rules"] if rule["count"]]
    errors = {rule["id"]: rule["count"] for rule in broken if rule["severity"] == "error"}
    if done.returncode != (2 if "file.unreadable" in errors else 1 if errors else 0):
        raise RuntimeError(f"{path}: status {done.returncode} with the errors {errors}")
    for rule in broken:
        if not rule["examples"] or any(len(example["message"]) < 3 for example in rule["examples"]):
            raise RuntimeError(f"{path}: {rule['id']} shows nothing")
    return {rule["id"]: rule["count"] for rule in broken}, errors


def sweep(tool):
    """Everything that others wrote."""
    roots = [Path(SHARED) / name for name in ("samples", "vendors", "cases")]
    files = sorted(path for root in roots for path in root.rglob("*") if path.is_file())
    problems, found = [], {}

    def one(path):
        try:
            return path, validate(tool, path)[0], None
        except Exception as error:  # a time limit, no JSON
            return path, {}, str(error)

    with ThreadPoolExecutor(2) as pool:
        for path, broken, problem in pool.map(one, files):
            found[path] = broken
            if problem:
                problems.append(problem)
    for name, wanted in CASES.items():
        missing = wanted - set(found.get(Path(SHARED) / "cases" / name, {"no such file": 1}))
        if missing:
            problems.append(f"{name}: {', '.join(sorted(missing))} is missing")
    return problems, len(files)


def own_output(tool, exports):
    """What convert writes, in all formats."""
    sources = [
        *sorted((FIXTURES / "apple" / "valid").glob("*.xml")),
        *sorted(path for path in FIXTURES.glob("cli/*/*/files/*") if path.is_file()),
        *sorted(FIXTURES.glob("rules/*/*d.*")),
        *map(Path, exports),
    ]
    problems, checked = [], 0
    for source in sources:
        counts = {}
        for extension in ("ndjson", "json", "csv", "csv.gz"):
            output = tool.path("own." + extension)
            done = tool.run("convert", str(source), "-o", output, "--force", "--rejects", tool.path("own.rejects"))
            if done.returncode not in (0, 1):
                break
            broken, errors = validate(tool, output)
            checked += 1
            if wrong := set(errors) - ABOUT_DATA:
                problems.append(f"{source} as {extension}: {', '.join(sorted(wrong))}")
            # JSON escapes what CSV can only hold as it is.
            counts[extension] = {rule: n for rule, n in broken.items() if not rule.startswith("text.")}
        if len({json.dumps(broken, sort_keys=True) for broken in counts.values()}) > 1:
            problems.append(f"{source}: not the same in all formats: {counts}")
    return problems, checked


def main():
    tool = Tool(sys.argv[1])
    others, files = sweep(tool)
    own, outputs = own_output(tool, sys.argv[2:])
    checked = f"{files} files of others, {len(CASES)} cases, {outputs} outputs of convert" if files and outputs else 0
    verdict("validate", others + own, checked)


if __name__ == "__main__":
    main()
