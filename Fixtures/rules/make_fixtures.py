#!/usr/bin/env python3
"""Writes the fixtures of the rules: for each a file that breaks it alone, and the repaired one.

A bad file is given with its damage between « and »; the marks are taken out and the place they
stood at is what a report has to say: offset, length, line, column and the name of the field.
"""
import gzip
import io
import json
import pathlib
import shutil
import zipfile
import zlib

HERE = pathlib.Path(__file__).parent
HEADER = '{"record":"archive","format":"healthconv","version":1,"exportDate":"2026-03-01T00:00:00Z"}\n'
COLUMNS = (
    "record,type,startDate,endDate,value,unit,duration,totalDistance,totalEnergyBurned,sourceName,"
    "sourceVersion,device,creationDate,uuid,metadata,details\n"
)
MARKS = ("«".encode(), "»".encode())


def line(kind="sample", **members):
    """One line of NDJSON; a value that begins with a backquote is written as it stands."""
    out = [f'"record":"{kind}"']
    for key, value in members.items():
        if isinstance(value, str) and value.startswith("`"):
            text = value[1:]
        else:
            text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        out.append(f'"{key}":{text}')
    return "{" + ",".join(out) + "}\n"


def heart(minute=0, value=60, source="Watch", **more):
    time = f"2026-02-01T{8 + minute // 60:02}:{minute % 60:02}:00+01:00"
    members = dict(
        type="HeartRate", startDate=time, endDate=time, value=value, unit="count/min",
        sourceName=source,
    )
    members.update(more)
    return line(**{key: item for key, item in members.items() if item is not None})


def steps(start="08:00:00", end="08:10:00", value=500, source="Phone", **more):
    members = dict(
        type="StepCount", startDate=f"2026-02-01T{start}+01:00", endDate=f"2026-02-01T{end}+01:00",
        value=value, unit="count", sourceName=source,
    )
    members.update(more)
    return line(**members)


def workout(**more):
    members = dict(
        type="Running", startDate="2026-02-01T08:00:00+01:00", endDate="2026-02-01T09:00:00+01:00",
        duration=3600, totalDistance=10000, sourceName="Watch",
    )
    members.update(more)
    return line("workout", **members)


def sleep(start, end, value, **more):
    return line(
        type="SleepAnalysis", startDate=f"2026-02-01T{start}+01:00",
        endDate=f"2026-02-01T{end}+01:00", value=value, sourceName="Watch", **more,
    )


def row(start="2026-02-01T08:00:00+01:00", value="60", source="Watch", rest=",,,,,,"):
    return f"sample,HeartRate,{start},{start},{value},count/min,,,,{source}{rest}\n"


def export(*records, end="</HealthData>\n"):
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_GB">\n'
        ' <ExportDate value="2026-03-01 00:00:00 +0000"/>\n' + "".join(records) + end
    )


def record(value="60", more="", source="Watch"):
    return (
        f' <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="{source}" unit="count/min" '
        f'startDate="2026-02-01 08:00:00 +0100" endDate="2026-02-01 08:00:00 +0100" value="{value}"{more}/>\n'
    )


def zipped(entries):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries.items():
            info = zipfile.ZipInfo(name, (2026, 3, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text)
    return out.getvalue()


def packed(text):
    return gzip.compress(text.encode(), mtime=0)


def height(value, day):
    time = f"2026-02-{day:02}T08:00:00+01:00"
    return line(type="Height", startDate=time, endDate=time, value=value, unit="m", sourceName="Scale")


def offsets(offset, zone):
    return "".join(
        heart(i, 60 + i, startDate=f"2026-02-01T08:0{i}:00{offset}", endDate=f"2026-02-01T08:0{i}:00{offset}",
              metadata={"HKTimeZone": zone}) for i in range(2)
    )


def series(source, shift=0, count=20, value=60):
    return [(i * 5 + shift, heart(i * 5 + shift, value + i * 7 % 31, source)) for i in range(count)]


def mixed(*lists):
    return "".join(text for _, text in sorted(pair for items in lists for pair in items))


RECORD = heart()
WHOLE = "«" + RECORD[:-1] + "»\n"
PRESSURE = dict(
    startDate="2026-02-01T08:00:00+01:00", endDate="2026-02-01T08:00:00+01:00", sourceName="Cuff"
)
SYSTOLIC = dict(type="BloodPressureSystolic", **PRESSURE, value=120, unit="mmHg")
DIASTOLIC = dict(type="BloodPressureDiastolic", **PRESSURE, value=80, unit="mmHg")


def pressure(with_samples, details):
    samples = line(**SYSTOLIC) + line(**DIASTOLIC) if with_samples else line(**SYSTOLIC)
    return samples + line("correlation", type="BloodPressure", **PRESSURE, details="`" + details)


MEMBERS = json.dumps({"members": [SYSTOLIC, DIASTOLIC]}, separators=(",", ":"))
ROUTE = (
    ' <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="60" durationUnit="min" '
    'sourceName="Watch" startDate="2026-02-01 08:00:00 +0100" endDate="2026-02-01 09:00:00 +0100">\n'
    '  <WorkoutRoute sourceName="Watch" startDate="2026-02-01 08:00:00 +0100" '
    'endDate="2026-02-01 09:00:00 +0100">\n   <FileReference path="/workout-routes/a.gpx"/>\n'
    "  </WorkoutRoute>\n </Workout>\n"
)
GPX = '<?xml version="1.0"?>\n<gpx version="1.1"></gpx>\n'
SUMMER = [
    ("2025-07-01", 60), ("2026-02-01", 61),
]

# Rule -> (extension, bad, good, field, options).
CASES = {
    "file.empty": ("ndjson", "", HEADER + RECORD, None),
    "file.unknown-format": ("bin", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", HEADER + RECORD, None),
    "file.extension-mismatch": ("csv", HEADER + RECORD, COLUMNS + row(), None),
    "file.unsafe-path": (
        "zip",
        zipped({"../evil.csv": "x", "apple_health_export/export.xml": export(record())}),
        zipped({"apple_health_export/export.xml": export(record())}), None,
    ),
    "gzip.trailing-data": (
        "ndjson.gz", packed(HEADER + RECORD) + b"left over", packed(HEADER + RECORD), None,
    ),
    "gzip.ratio": (
        "ndjson.gz", packed(HEADER + RECORD + "\n" * 400_000), packed(HEADER + RECORD), None,
    ),
    "text.not-utf8": (
        "ndjson", (HEADER + RECORD).encode() + heart(1, source="W§tch").encode().replace(
            "§".encode(), MARKS[0] + MARKS[1] + b"\xff"), HEADER + RECORD + heart(1), None,
    ),
    "text.bom-or-utf16": ("ndjson", "«\ufeff»" + HEADER + RECORD, HEADER + RECORD, None),
    "text.nul-or-control": (
        "csv", COLUMNS + row(source="Wa«\x01»tch"), COLUMNS + row(), "sourceName",
    ),
    "csv.quote": ("csv", COLUMNS + row() + row("2026-02-01T08:01:00+01:00", source='Wa«»"tch'),
                  COLUMNS + row() + row("2026-02-01T08:01:00+01:00"), None),
    "csv.field-count": (
        "csv", COLUMNS + "«" + row(rest=",,,,,")[:-1] + "»\n", COLUMNS + row(), None,
    ),
    "csv.extra-empty-field": (
        "csv", COLUMNS + row(rest=",,,,,,,«»"), COLUMNS + row(), None,
    ),
    "csv.header": (
        "csv", COLUMNS.replace(",unit,", ",«» unit,") + row(), COLUMNS + row(), None,
    ),
    "csv.blank-row": (
        "csv", COLUMNS + row() + "«»\n" + row("2026-02-01T08:01:00+01:00", "61"),
        COLUMNS + row() + row("2026-02-01T08:01:00+01:00", "61"), None,
    ),
    "json.syntax": ("ndjson", HEADER + heart(value="`«»NaN"), HEADER + RECORD, None),
    "json.duplicate-key": (
        "ndjson", HEADER + RECORD.replace(',"unit"', ',«»"value":61,"unit"'), HEADER + RECORD, None,
    ),
    "json.depth-or-size": (
        "ndjson", HEADER + heart(metadata="`" + "[" * 511 + "«»[[" + "]" * 513), HEADER + RECORD, None,
    ),
    "xml.syntax": ("xml", export(record(), " <Record type=«»5/>\n"), export(record()), None),
    "xml.truncated": ("xml", export(record(), end="«»"), export(record()), None),
    "xml.oddity": ("xml", export(record(), " «»lost text\n"), export(record()), None),
    "schema.violation": ("ndjson", HEADER + heart(details="`«5»"), HEADER + RECORD, "/details"),
    "schema.version": (
        "ndjson", "«»" + HEADER.replace('"version":1', '"version":2') + RECORD, HEADER + RECORD, None,
    ),
    "schema.unknown-field": (
        "ndjson", HEADER + RECORD.replace(',"unit"', ',«"vlaue"»:61,"unit"'), HEADER + RECORD, "/vlaue",
    ),
    "record.missing-field": ("ndjson", HEADER + "«" + heart(value=None)[:-1] + "»\n", HEADER + RECORD, None),
    "record.unknown-type": (
        "ndjson", HEADER + heart(type="`\"«Hapiness»\""), HEADER + RECORD, "/type",
    ),
    "record.kind-mismatch": (
        "ndjson", HEADER + sleep("01:00:00", "02:00:00", "`«1700»"),
        HEADER + sleep("01:00:00", "02:00:00", "AsleepCore"), "/value",
    ),
    "record.count": (
        "ndjson", HEADER.replace('"version":1', '"version":1,"recordCount":2') + RECORD,
        HEADER.replace('"version":1', '"version":1,"recordCount":1') + RECORD, None,
    ),
    "unit.missing": ("ndjson", HEADER + heart(value="`«60»", unit=None), HEADER + RECORD, "/value"),
    "unit.unknown": ("ndjson", HEADER + heart(unit='`"«flurbs»"'), HEADER + RECORD, "/unit"),
    "unit.dimension": ("ndjson", HEADER + heart(unit='`"«kg»"'), HEADER + RECORD, "/unit"),
    "unit.unusual": ("ndjson", HEADER + height(1.8, 1).replace("1.8", "0.0018").replace('"m"', '"«km»"'),
                     HEADER + height(1.8, 1), "/unit"),
    "unit.percent-scale": (
        "ndjson", HEADER + heart(type="OxygenSaturation", value="`«97»", unit="%"),
        HEADER + heart(type="OxygenSaturation", value=0.97, unit="%"), "/value",
    ),
    "unit.mixed": (
        "ndjson",
        HEADER + height(1.8, 1) + height(180, 2).replace('"m"', '"«cm»"'),
        HEADER + height(1.8, 1) + height(1.8, 2), "/unit",
    ),
    "value.not-a-number": ("ndjson", HEADER + heart(value='`"«high»"'), HEADER + RECORD, "/value"),
    "value.range": ("ndjson", HEADER + heart(value="`«500»"), HEADER + RECORD, "/value"),
    "value.plausible": ("ndjson", HEADER + heart(value="`«240»"), HEADER + RECORD, "/value"),
    "value.zero": ("ndjson", HEADER + heart(value="`«0»"), HEADER + RECORD, "/value"),
    "value.precision": (
        "ndjson", HEADER + heart(value="`«60.1234567890123456789012»"), HEADER + RECORD, "/value",
    ),
    "value.category": (
        "ndjson", HEADER + sleep("01:00:00", "02:00:00", '`"«Dreaming»"'),
        HEADER + sleep("01:00:00", "02:00:00", "AsleepREM"), "/value",
    ),
    "value.jump": (
        "ndjson", HEADER + height(1.8, 1) + height("`«1.3»", 1).replace("T08", "T09"),
        HEADER + height(1.8, 1) + height(1.81, 1).replace("T08", "T09"), "/value",
    ),
    "value.stuck": (
        "ndjson", HEADER + "".join(heart(i) for i in range(50)) + heart(50, "`«60»"),
        HEADER + "".join(heart(i) for i in range(50)) + heart(50, 61), "/value",
    ),
    "time.syntax": (
        "ndjson", HEADER + heart(startDate='`"«2026-02-30T08:00:00+01:00»"'), HEADER + RECORD, "/startDate",
    ),
    "time.unusual-form": (
        "ndjson", HEADER + heart(startDate='`"«2026-02-01T08:00:00,5+01:00»"', endDate="2026-02-01T08:00:01+01:00"),
        HEADER + RECORD, "/startDate",
    ),
    "time.missing-offset": (
        "ndjson", HEADER + heart(startDate='`"«2026-02-01T08:00:00»"'), HEADER + RECORD, "/startDate",
    ),
    "time.offset-range": (
        "ndjson", HEADER + heart(startDate='`"«2026-02-01T08:00:00+01:07»"', endDate="2026-02-01T08:00:00+01:07"),
        HEADER + RECORD, "/startDate",
    ),
    "time.offset-zero": (
        "ndjson", HEADER + offsets("Z", "Europe/Berlin").replace('"2026-02-01T08:00:00Z"', '"«2026-02-01T08:00:00Z»"', 1),
        HEADER + offsets("+01:00", "Europe/Berlin"), "/startDate",
    ),
    "time.fixed-offset": (
        "ndjson",
        HEADER + "".join(
            heart(0, value, startDate=f"{day}T08:00:00+01:00", endDate=f"{day}T08:00:00+01:00",
                  metadata={"HKTimeZone": "Europe/Berlin"}) for day, value in SUMMER
        ).replace('"2025-07-01T08:00:00+01:00"', '"«2025-07-01T08:00:00+01:00»"', 1),
        HEADER + "".join(
            heart(0, value, startDate=f"{day}T08:00:00+0{2 if '07' in day else 1}:00",
                  endDate=f"{day}T08:00:00+0{2 if '07' in day else 1}:00",
                  metadata={"HKTimeZone": "Europe/Berlin"}) for day, value in SUMMER
        ), "/startDate",
    ),
    "time.gap-or-fold": (
        "ndjson", HEADER.replace("2026-03-01", "2026-04-01") + heart(startDate='`"«2026-03-29T02:30:00»"', endDate=None),
        HEADER.replace("2026-03-01", "2026-04-01") + heart(startDate="2026-03-29T03:30:00", endDate=None),
        "/startDate", {"assumeZone": "Europe/Berlin"},
    ),
    "time.end-before-start": (
        "ndjson", HEADER + heart(endDate='`"«2026-02-01T07:00:00+01:00»"'), HEADER + RECORD, "/endDate",
    ),
    "time.undetermined-end": (
        "ndjson", HEADER + sleep("01:00:00", "02:00:00", "InBed").replace(
            '"2026-02-01T02:00:00+01:00"', '"«4001-01-01T00:00:00Z»"'),
        HEADER + sleep("01:00:00", "02:00:00", "InBed"), "/endDate",
    ),
    "time.zero-duration": (
        "ndjson", HEADER + steps(end="08:00:00").replace(
            '"endDate":"2026-02-01T08:00:00+01:00"', '"endDate":"«2026-02-01T08:00:00+01:00»"'),
        HEADER + steps(), "/endDate",
    ),
    "time.too-long": (
        "ndjson", HEADER + steps(endDate='`"«2026-02-03T08:00:00+01:00»"'), HEADER + steps(), "/endDate",
    ),
    "time.future": (
        "ndjson", HEADER + heart(startDate='`"«2033-02-01T08:00:00+01:00»"', endDate="2033-02-01T08:00:00+01:00"),
        HEADER + RECORD, "/startDate",
    ),
    "time.ancient": (
        "ndjson",
        HEADER + line("characteristics", details={"dateOfBirth": "1988-05-17"})
        + heart(startDate='`"«1980-02-01T08:00:00+01:00»"', endDate="1980-02-01T08:00:00+01:00"),
        HEADER + line("characteristics", details={"dateOfBirth": "1978-05-17"})
        + heart(startDate="1980-02-01T08:00:00+01:00", endDate="1980-02-01T08:00:00+01:00"), "/startDate",
    ),
    "time.created-before-end": (
        "ndjson", HEADER + heart(creationDate='`"«2026-01-01T00:00:00Z»"'),
        HEADER + heart(creationDate="2026-02-01T08:00:01+01:00"), "/creationDate",
    ),
    "time.order": (
        "ndjson", HEADER + heart(1, 61) + heart(0, 60, startDate='`"«2026-02-01T08:00:00+01:00»"'),
        HEADER + heart(0) + heart(1, 61), "/startDate",
    ),
    "time.clock-shift": (
        "ndjson", HEADER + mixed(series("Watch"), series("App", 60)),
        HEADER + mixed(series("Watch"), series("App", 62, value=61)), None,
    ),
    "dup.exact": ("ndjson", HEADER + RECORD + WHOLE, HEADER + RECORD + heart(1, 61), None),
    "dup.id": (
        "ndjson", HEADER + heart(uuid="A-1") + heart(1, 61, uuid='`"«A-1»"'),
        HEADER + heart(uuid="A-1") + heart(1, 61, uuid="A-2"), "/uuid",
    ),
    "dup.near": (
        "ndjson", HEADER + heart() + heart(value="`«60.001»"), HEADER + heart() + heart(1, 60.001), "/value",
    ),
    "dup.copy": (
        "ndjson", HEADER + mixed(series("Watch"), series("App")),
        HEADER + mixed(series("Watch"), series("App", 2, value=61)), None,
    ),
    "overlap.same-source": (
        "ndjson", HEADER + steps() + steps("08:05:00", "08:15:00").replace(
            '"startDate":"2026-02-01T08:05:00+01:00"', '"startDate":"«2026-02-01T08:05:00+01:00»"'),
        HEADER + steps() + steps("08:10:00", "08:20:00"), "/startDate",
    ),
    "overlap.cross-source": (
        "ndjson", HEADER + steps() + steps("08:05:00", "08:15:00", source="Watch").replace(
            '"startDate":"2026-02-01T08:05:00+01:00"', '"startDate":"«2026-02-01T08:05:00+01:00»"'),
        HEADER + steps() + steps("08:10:00", "08:20:00", source="Watch"), "/startDate",
    ),
    "sleep.stage-overlap": (
        "ndjson", HEADER + sleep("01:00:00", "02:00:00", "AsleepCore") + sleep(
            "01:30:00", "02:30:00", "AsleepREM").replace(
            '"startDate":"2026-02-01T01:30:00+01:00"', '"startDate":"«2026-02-01T01:30:00+01:00»"'),
        HEADER + sleep("01:00:00", "02:00:00", "AsleepCore") + sleep("02:00:00", "02:30:00", "AsleepREM"),
        "/startDate",
    ),
    "workout.duration": ("ndjson", HEADER + workout(duration="`«7200»"), HEADER + workout(), "/duration"),
    "workout.total-mismatch": (
        "ndjson",
        HEADER + workout(totalDistance="`«10000»", details={"statistics": [{
            "type": "DistanceWalkingRunning", "sum": 9000, "unit": "m"}]}),
        HEADER + workout(details={"statistics": [{
            "type": "DistanceWalkingRunning", "sum": 10001, "unit": "m"}]}), "/totalDistance",
    ),
    "workout.series-outside": (
        "ndjson",
        HEADER + workout(details='`«{"events":[{"type":"Lap","date":"2026-02-01T10:00:00+01:00"}]}»'),
        HEADER + workout(details={"events": [{"type": "Lap", "date": "2026-02-01T08:30:00+01:00"}]}),
        "/details",
    ),
    "workout.overlap": (
        "ndjson",
        HEADER + workout() + workout(startDate='`"«2026-02-01T08:01:00+01:00»"', duration=3540),
        HEADER + workout() + workout(
            startDate="2026-02-01T09:00:00+01:00", endDate="2026-02-01T10:00:00+01:00"), "/startDate",
    ),
    "workout.activity-distance": (
        "ndjson", HEADER + workout(totalDistance="`«100000»"), HEADER + workout(), "/totalDistance",
    ),
    "ref.missing": (
        "ndjson", HEADER + pressure(False, "«" + MEMBERS + "»"), HEADER + pressure(True, MEMBERS), "/details",
    ),
    "ref.unused": (
        "zip",
        zipped({"apple_health_export/export.xml": export(ROUTE),
                "apple_health_export/workout-routes/a.gpx": GPX,
                "apple_health_export/workout-routes/b.gpx": GPX}),
        zipped({"apple_health_export/export.xml": export(ROUTE),
                "apple_health_export/workout-routes/a.gpx": GPX}), None,
    ),
    "source.inconsistent": (
        "ndjson",
        HEADER + steps(device={"name": "Phone"}) + steps("08:05:00", "08:15:00", device='`«{"name":"Watch"}»'),
        HEADER + steps(device={"name": "Phone"}) + steps("08:10:00", "08:20:00", device={"name": "Watch"}),
        "/device",
    ),
    "source.blank": ("ndjson", HEADER + "«" + heart(source=None)[:-1] + "»\n", HEADER + RECORD, None),
    "meta.value": (
        "ndjson", HEADER + heart(metadata='`{"HKTimeZone":"«Europe/Nowhere»"}'),
        HEADER + heart(metadata={"HKTimeZone": "Europe/Berlin"}), "/metadata/HKTimeZone",
    ),
    "meta.sync-pair": (
        "ndjson", HEADER + heart(metadata='`«{"HKMetadataKeySyncIdentifier":"a"}»'),
        HEADER + heart(metadata={"HKMetadataKeySyncIdentifier": "a", "HKMetadataKeySyncVersion": 1}),
        "/metadata",
    ),
}


def damaged_gzip():
    data = packed(HEADER + RECORD)
    flipped = bytearray(data)
    flipped[-8] ^= 1
    return bytes(flipped), data[:-12]


def split(data):
    """The bytes without marks, and the range that stood between them."""
    data = data.encode() if isinstance(data, str) else data
    start, end = data.find(MARKS[0]), data.find(MARKS[1])
    if start < 0 or end < start:
        return data, 0, 0
    end -= len(MARKS[0])
    data = data.replace(MARKS[0], b"", 1).replace(MARKS[1], b"", 1)
    return data, start, end - start


def main():
    corrupt, cut = damaged_gzip()
    cases = dict(CASES)
    cases["gzip.corrupt"] = ("ndjson.gz", corrupt, packed(HEADER + RECORD), None)
    cases["gzip.truncated"] = ("ndjson.gz", cut, packed(HEADER + RECORD), None)
    for folder in HERE.iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)
    for rule, (extension, bad, good, field, *options) in sorted(cases.items()):
        folder = HERE / rule
        folder.mkdir()
        data, start, length = split(bad)
        good = good.encode() if isinstance(good, str) else good
        (folder / f"bad.{extension}").write_bytes(data)
        (folder / f"good.{extension}").write_bytes(good)
        is_text = not isinstance(bad, bytes) or rule.startswith("text.")
        before = data[:start] if is_text else b""
        expected = {
            "offset": start, "length": length, "line": before.count(b"\n") + 1,
            "column": start - (before.rfind(b"\n") + 1) + 1, "field": field,
        }
        if rule == "gzip.truncated":
            expected["offset"] = len(data)
        if options:
            expected["options"] = options[0]
        (folder / "expected.json").write_text(json.dumps(expected, indent=2) + "\n")


if __name__ == "__main__":
    main()
