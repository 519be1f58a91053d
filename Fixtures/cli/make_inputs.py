#!/usr/bin/env python3
"""Builds the packed inputs of the runs. Everything in them is invented; the same bytes come out every time.

    python3 make_inputs.py            writes the files
    python3 make_inputs.py --check    says whether the files are what it would write
"""

import pathlib
import struct
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "apple"))

from fixture.archive import Member, deflate, streamed_zip  # noqa: E402

EXPORT = """<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="lv_LV">
 <ExportDate value="2026-04-12 09:00:00 +0300"/>
 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Pedometer" unit="count" \
startDate="2026-04-11 07:00:00 +0300" endDate="2026-04-11 07:05:00 +0300" value="733"/>
</HealthData>
""".encode()

TWO_ROOTS = b"""<?xml version="1.0"?>
<ClinicalDocument xmlns="urn:hl7-org:v3">
 <title>Invented</title>
</ClinicalDocument>
<component>
 <section/>
</component>
"""

TABLE = b"date,steps\n2026-04-11,733\n2026-04-12,812\n"


def gzip(data, extra=b"", name=b""):
    """One member (RFC 1952); `extra` is a whole subfield, `name` has no NUL."""
    flags = (4 if extra else 0) | (8 if name else 0)
    head = struct.pack("<2s2BL2B", b"\x1f\x8b", 8, flags, 0, 2, 255)
    if extra:
        head += struct.pack("<H", len(extra)) + extra
    if name:
        head += name + b"\0"
    return head + deflate(data) + struct.pack("<2L", zlib.crc32(data), len(data))


def built():
    folder = "apple_health_export/"
    whole = streamed_zip([Member(folder + "export.xml", EXPORT)])
    packed = gzip(TABLE)
    return {
        "apple/07-streamed-zip/files/export.zip": whole,
        "apple/25-two-roots/files/export.zip": streamed_zip([
            Member(folder + "export_cda.xml", TWO_ROOTS),
            Member(folder + "export.xml", EXPORT),
        ]),
        "apple/26-cut-zip/files/export.zip": whole[:-60],
        "format/37-cut-gzip-header/files/steps.csv.gz": packed[:10],
        "format/37-cut-gzip-data/files/steps.csv.gz": packed[:-20],
        "format/37-cut-gzip-trailer/files/steps.csv.gz": packed[:-8],
        # The second row begins in one member and ends in the next.
        "format/38-members/files/steps.csv.gz": gzip(TABLE[:32]) + gzip(b"") + gzip(TABLE[32:]),
        "format/40-header-fields/files/steps.gz": gzip(TABLE, b"HC\3\0abc", b"steps-2026-04.csv"),
        "format/40-hostile-name/files/steps.gz": gzip(TABLE, name=b"../../so\xefl.xml"),
        "format/41-gzip-by-content/files/steps.csv": packed,
        "format/43-streamed-zip/files/export.zip": streamed_zip([Member("tables/steps.csv", TABLE)]),
    }


def main():
    check = sys.argv[1:] == ["--check"]
    stale = 0
    for name, data in built().items():
        path = HERE / name
        if check:
            same = path.exists() and path.read_bytes() == data
            stale += not same
            print("same" if same else "DIFFERENT", name)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            print(len(data), name)
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
