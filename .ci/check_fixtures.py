#!/usr/bin/env python3
"""Converts the small exports under Fixtures/apple and compares with what their README promises.

    check_fixtures.py BINARY

The table says of each file how many records are read and how many rejected; a dash means that the whole file
is refused.
"""
import os
import re
import sys
from pathlib import Path

from tool import Failed, Tool, verdict

ROOT = Path(__file__).resolve().parent.parent / "Fixtures" / "apple"


def promises():
    """Every file of the README's tables: folder, name, read, rejected."""
    folder = None
    for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## (\w+)/", line):
            folder = heading[1]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if folder and cells[0].endswith(".xml"):
            numbers = cells[1:2] if folder == "valid" else cells[1:3]
            yield folder, cells[0], [None if n == "–" else int(n) for n in numbers]


def differences(tool, path, read, rejected):
    """What is not as promised, and what was found."""
    try:
        _, summary = tool.convert(str(path), status=(1,) if rejected else (0,))
    except Failed as error:
        if read is None and error.status == 2:
            return [], f"refused: {error.text.splitlines()[0]}"
        return [f"status {error.status}: {error.text.strip()}"], ""
    # The table counts elements: facts about the person are left out, and members of correlations
    # are part of theirs, also when they are written as samples of their own.
    kinds = summary["kinds"]
    written = sum(counts["written"] for kind, counts in kinds.items() if kind != "characteristics")
    for finding in summary["findings"]:
        if finding["code"] == "correlation-member-promoted":
            written -= sum(int(example["detail"]) for example in finding["examples"])
    found = (written, summary["records"]["rejected"])
    text = f"{found[0]} written, {found[1]} rejected"
    return ([] if found == (read, rejected) else [f"{text}, not {read} and {rejected}"]), text


def main(binary):
    tool, failures, checked, seen = Tool(binary), [], 0, set()
    for folder, name, numbers in promises():
        seen.add(f"{folder}/{name}")
        read, rejected = numbers if folder == "invalid" else (numbers[0], 0)
        problems, text = differences(tool, ROOT / folder / name, read, rejected)
        checked += 1
        print(f"{'ok ' if not problems else 'NO '} {folder}/{name}: {text}")
        failures += [f"{folder}/{name}: {problem}" for problem in problems]
    for folder in ("valid", "invalid"):
        for name in os.listdir(ROOT / folder):
            if f"{folder}/{name}" not in seen:
                failures.append(f"{folder}/{name} is not in the README")
    verdict("check_fixtures", failures, checked)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
