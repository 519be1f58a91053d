#!/usr/bin/env python3
"""Builds export.zip, export.expected.json and ../zip/*.zip. Everything in them is invented.

    python3 make_fixture.py            writes the files
    python3 make_fixture.py --check    says whether the files are what it would write

The same bytes come out every time: no clock, no random numbers but a seeded generator.
"""

import json
import pathlib
import sys

from fixture import attachments, edge_zips, export
from fixture.archive import Member, streamed_zip

HERE = pathlib.Path(__file__).resolve().parent


def built():
    """Every file to write: path -> bytes."""
    document = export.build()
    folder = "apple_health_export/"
    members = [Member(folder + "export_cda.xml", attachments.cda())]
    members += [Member(folder + name, data) for name, data in attachments.electrocardiograms()]
    members += [Member(folder + name, data) for name, data in attachments.routes()]
    members += [Member(folder + name, data) for name, data in attachments.clinical_records()]
    members += [Member(folder + "export.xml", document.data)]
    expected = json.dumps(document.expected, indent=2, ensure_ascii=False) + "\n"
    files = {
        HERE / "export.zip": streamed_zip(members),
        HERE / "export.expected.json": expected.encode(),
    }
    for name, data in edge_zips.build().items():
        files[HERE.parent / "zip" / name] = data
    return files


def main():
    check = sys.argv[1:] == ["--check"]
    stale = 0
    for path, data in built().items():
        if check:
            same = path.exists() and path.read_bytes() == data
            stale += not same
            print("same" if same else "DIFFERENT", path.relative_to(HERE.parent))
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
            print(len(data), path.relative_to(HERE.parent))
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
