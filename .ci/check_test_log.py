#!/usr/bin/env python3
"""Reads the log of `swift test` and fails when tests over the shared data did not all run and pass.

    check_test_log.py LOG

Finds every suite and test in Tests that is enabled only with the shared data, and asks the log for each.
"""
import re
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "Tests"
CONDITION = "Shared.isAvailable"


def conditional():
    """The suites and functions that run only when the shared data is there."""
    for path in sorted(TESTS.rglob("*.swift")):
        text = path.read_text(encoding="utf-8")
        for match in re.finditer(r"@(Suite|Test)\b\s*\(", text):
            end = closing(text, match.end())
            shown = re.match(r'\s*(".*?")', text[match.end() : end])
            named = shown or re.search(r"\b(?:struct|class|enum|actor|func)\s+(\w+)", text[end:])
            if CONDITION in text[match.end() : end] and named:
                yield match[1], named[1]


def closing(text, start):
    """The offset after the parenthesis that closes the one before `start`."""
    depth = 1
    for offset in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[offset], 0)
        if depth == 0:
            return offset + 1
    return len(text)


def main(log):
    with open(log, encoding="utf-8", errors="replace") as file:
        text = file.read()
    wanted = sorted(set(conditional()))
    # A missing shell skips the test of its completions; that is said, and no failure.
    for line in re.findall(r"^.*\b(?:Test|Suite)\b.*\bskipped\b.*$", text, re.M):
        print(line)
    problems = []
    for kind, name in wanted:
        # "Test name() passed", "Test name(_:) with 7 test cases passed", "Suite Name passed"
        form = rf"\b{kind} {re.escape(name)}(\([^)]*\))?( with \d+ test cases?)? passed"
        if not re.search(form, text):
            problems.append(f"did not pass: {kind} {name}")
    runs = re.findall(r"Test run with (\d+) tests? .*passed", text)
    if not runs:
        problems.append("no run of tests passed")
    cases = sum(int(n) for n in re.findall(r"\bTest .* with (\d+) test cases? passed", text))
    print(f"{sum(map(int, runs))} tests ran, some of them with {cases} cases together")
    print(f"{len(wanted)} suites and tests over the shared data were asked for")
    for problem in problems[:20]:
        print(f"  {problem}")
    sys.exit(1 if problems or not wanted else 0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
