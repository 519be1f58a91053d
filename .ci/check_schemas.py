#!/usr/bin/env python3
"""Checks that what the program writes keeps to the contract in Schemas/.

    check_schemas.py BINARY WORKDIR

Converts and inspects the fixtures, and the samples under $HEALTHCONV_SHARED when that is set, in every
format, and validates each line, document and table with the packages jsonschema and referencing. Also
checks the schemas themselves: that they are valid, that they are what the binary prints, that every
property says what it is, and that they refuse documents that are broken on purpose. Prints what was
checked; exits with 1 at the first problem.
"""
import collections
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import best_match
from referencing import Registry, Resource

from schema_mutations import MUTATIONS

ROOT = pathlib.Path(__file__).resolve().parent.parent
checked = collections.Counter()


class Problem(Exception):
    """What is wrong, in one message."""


# JSON as strict as the contract: no key twice, no NaN.


def unique(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError(f"a key is there twice: {keys}")
    return dict(pairs)


def refuse(word):
    raise ValueError(f"{word} is no JSON")


def parse(text, **options):
    return json.loads(text, object_pairs_hook=unique, parse_constant=refuse, **options)


def parse_raw(text):
    """Numbers as they are written, to compare them with cells."""
    return parse(text, parse_int=str, parse_float=str)


# The schemas.


class Schemas:
    def __init__(self):
        self.files = {
            path.name.removesuffix(".schema.json"): path
            for path in sorted((ROOT / "Schemas").glob("*.json"))
        }
        self.documents = {name: parse(path.read_text("utf-8")) for name, path in self.files.items()}
        self.tables = {n: d for n, d in self.documents.items() if "fields" in d}
        self.json = {n: d for n, d in self.documents.items() if "fields" not in d}
        self.registry = Registry().with_resources(
            (d["$id"], Resource.from_contents(d)) for d in self.json.values()
        )
        # Whether details and devices may only have keys that their schemas name, as those from exports do.
        self.are_known = True
        formats = FormatChecker(["date", "date-time"])
        missing = {"date", "date-time"} - set(formats.checkers)
        if missing:
            raise Problem(f"install rfc3339-validator: no check of {missing}")
        self.validators = {
            name: Draft202012Validator(document, registry=self.registry, format_checker=formats)
            for name, document in self.json.items()
        }
        # Each file must be of use without the others.
        self.alone = {
            name: Draft202012Validator(document, format_checker=formats)
            for name, document in self.json.items()
        }

    def error(self, name, value):
        """The first error of a document, nil when it is valid."""
        validator = self.validators[name]
        return None if validator.is_valid(value) else best_match(validator.iter_errors(value))

    def validate(self, name, value, where):
        error = self.error(name, value)
        if error is not None:
            while error.context:
                # Of several alternatives the one with the right kind is the one that was meant.
                branches = collections.defaultdict(list)
                for nested in error.context:
                    branches[nested.relative_schema_path[0]].append(nested)
                error = min(branches.values(), key=lambda es: any(e.validator == "const" for e in es))[0]
            raise Problem(f"{where}: {error.json_path}: {error.message}\n  {json.dumps(value)[:600]}")
        self.check_order(self.json[name], value, self.json[name], where)
        checked[f"{name}: documents"] += 1

    def check_order(self, schema, value, root, where):
        """Keys come in the order in which the schema lists them."""
        reference = schema.get("$ref")
        if reference:
            base, _, pointer = reference.partition("#")
            if base:
                root = self.registry.contents(base)
            target = root
            for step in filter(None, pointer.split("/")):
                target = target[step]
            self.check_order(target, value, root, where)
        for choice in schema.get("oneOf", ()):
            if isinstance(value, dict) and "$ref" in choice:
                key = "record" if "record" in value else "kind"
                if choice["$ref"].endswith("/" + str(value.get(key))):
                    self.check_order(choice, value, root, where)
        if isinstance(value, dict):
            properties = schema.get("properties", {})
            known = [key for key in value if key in properties]
            others = set(value) - set(properties)
            is_open = schema.get("additionalProperties") is True and schema["title"] != "Facts"
            if self.are_known and is_open and others:
                raise Problem(f"{where}: {schema['title']}: keys the schema does not name: {others}")
            order = [key for key in properties if key in value]
            # The parts of a device keep the order in which they were written.
            if known != order and schema.get("title") != "Device":
                raise Problem(f"{where}: keys {known} should be in the order {order}")
            for key in known:
                self.check_order(properties[key], value[key], root, where)
        if isinstance(value, list) and isinstance(schema.get("items"), dict):
            for item in value:
                self.check_order(schema["items"], item, root, where)


# Data, and conditions about properties that are described elsewhere.
UNDESCRIBED = ("examples", "enum", "const", "if", "then", "else")


def walk_properties(schema, path="#"):
    """All named properties of a schema, with where they are."""
    if isinstance(schema, list):
        for index, item in enumerate(schema):
            yield from walk_properties(item, f"{path}/{index}")
    if not isinstance(schema, dict):
        return
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            for name, part in value.items():
                yield f"{path}/{key}/{name}", part
                yield from walk_properties(part, f"{path}/{key}/{name}")
        elif key not in UNDESCRIBED:
            yield from walk_properties(value, f"{path}/{key}")


def walk_closed(schema, path="#"):
    """All parts that list properties."""
    if isinstance(schema, dict):
        if "properties" in schema and "$ref" not in schema:
            yield path, schema
        for key, value in schema.items():
            if key not in UNDESCRIBED:
                yield from walk_closed(value, f"{path}/{key}")
    elif isinstance(schema, list):
        for index, item in enumerate(schema):
            yield from walk_closed(item, f"{path}/{index}")


# Table Schemas (Frictionless), as far as ours go.

FIELD_TYPES = {"string", "any", "number", "datetime", "date", "object", "array"}
TIME = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{0,8}[1-9])?(Z|[+-](?!00:00)\d\d:\d\d)", re.ASCII
)
NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
FORMATS = FormatChecker(["date", "date-time"])


def cell_error(field, cell):
    """Why a cell is not what its field says; nil when it is."""
    constraints = field.get("constraints", {})
    if cell == "":
        return "it is empty" if constraints.get("required") else None
    kind = field["type"]
    if kind == "number" and not NUMBER.fullmatch(cell):
        return "it is no number"
    if kind == "datetime" and not (TIME.fullmatch(cell) and FORMATS.conforms(cell, "date-time")):
        return "it is no time"
    if kind == "date" and not FORMATS.conforms(cell, "date"):
        return "it is no day"
    if kind in ("object", "array"):
        try:
            value = parse(cell)
        except ValueError as error:
            return f"it is no JSON: {error}"
        if not isinstance(value, dict if kind == "object" else list):
            return f"it is no JSON {kind}"
    if "enum" in constraints and cell not in constraints["enum"]:
        return f"it is none of {constraints['enum']}"
    if "pattern" in constraints and not re.fullmatch(constraints["pattern"], cell, re.ASCII):
        return "it does not match the pattern"
    return None


def table_error(schema, rows):
    """Why rows, the header first, are no such table; nil when they are."""
    names = [field["name"] for field in schema["fields"]]
    if not rows or rows[0] != names:
        return f"the header is {rows[:1]}, not {names}"
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(names):
            return f"row {number}: {len(row)} cells, not {len(names)}"
        for field, cell in zip(schema["fields"], row):
            error = cell_error(field, cell)
            if error:
                return f"row {number}, {field['name']}: {error}: {cell[:200]!r}"
    return None


def read_rows(text, where):
    if not text.endswith("\n"):
        raise Problem(f"{where}: the last row has no line end")
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


# What is checked.


def check_schemas(schemas):
    for name, document in schemas.json.items():
        Draft202012Validator.check_schema(document)
        if document.get("$id") != f"urn:healthconv:schema:{name}":
            raise Problem(f"{name}: $id is {document.get('$id')}")
        for path, part in walk_properties(document):
            if not part.get("title") or not part.get("description"):
                raise Problem(f"{name}: {path} has no title or no description")
            checked["properties described"] += 1
        for path, part in walk_closed(document):
            if "additionalProperties" not in part:
                raise Problem(f"{name}: {path} does not say whether other properties may be there")
        if not document.get("examples"):
            raise Problem(f"{name}: no examples")
        for index, example in enumerate(document["examples"]):
            schemas.validate(name, example, f"{name}: example {index}")
            if not schemas.alone[name].is_valid(example):
                raise Problem(f"{name}: example {index} is not valid without the other schemas")
            checked["examples"] += 1
    if schemas.json["archive"]["$defs"]["record"] != schemas.json["record"]:
        raise Problem("archive: $defs/record is not the schema record")
    for name, schema in schemas.tables.items():
        if not all(schema.get(key) for key in ("$schema", "title", "description", "fields")):
            raise Problem(f"{name}: $schema, title, description or fields are missing")
        if schema.get("name") != name or schema.get("missingValues") != [""]:
            raise Problem(f"{name}: name or missingValues are wrong")
        names = [field["name"] for field in schema["fields"]]
        if len(set(names)) < len(names):
            raise Problem(f"{name}: a field is there twice")
        for field in schema["fields"]:
            where = f"{name}: field {field.get('name')}"
            unknown = set(field) - {"name", "type", "title", "description", "example", "constraints"}
            if unknown or set(field.get("constraints", {})) - {"required", "enum", "pattern"}:
                raise Problem(f"{where}: keys this check does not know: {unknown}")
            if not all(field.get(key) for key in ("title", "description", "example")):
                raise Problem(f"{where}: no title, description or example")
            if field["type"] not in FIELD_TYPES:
                raise Problem(f"{where}: type {field['type']}")
            error = cell_error(field, field["example"])
            if error:
                raise Problem(f"{where}: the example: {error}")
            checked["fields described"] += 1


def apply(document, path, value):
    """A copy with one change: a member set, or taken away when the value is `...`."""
    copy = json.loads(json.dumps(document))
    steps = [int(step) if step.isdigit() else step for step in path.split("/")]
    target = copy
    for step in steps[:-1]:
        target = target[step]
    if value is ...:
        del target[steps[-1]]
    else:
        target[steps[-1]] = value
    return copy


def check_mutations(schemas):
    if set(MUTATIONS) != set(schemas.json):
        raise Problem(f"mutations for {sorted(MUTATIONS)}, schemas are {sorted(schemas.json)}")
    for name, mutations in MUTATIONS.items():
        if len(mutations) < 12:
            raise Problem(f"{name}: only {len(mutations)} mutations")
        examples = schemas.json[name]["examples"]
        for path, value in mutations:
            broken = apply(examples, path, value)
            index = int(path.split("/")[0])
            for validator in (schemas.validators[name], schemas.alone[name]):
                if validator.is_valid(broken[index]):
                    raise Problem(f"{name}: accepts {path} = {value!r}: {json.dumps(broken[index])}")
            checked["broken documents refused"] += 1
    for name, schema in schemas.tables.items():
        fields = schema["fields"]
        header = [field["name"] for field in fields]
        row = [field["example"] for field in fields]
        if table_error(schema, [header, row]):
            raise Problem(f"{name}: {table_error(schema, [header, row])}")
        for broken in broken_tables(fields, header, row):
            if table_error(schema, broken) is None:
                raise Problem(f"{name}: accepts {broken}")
            checked["broken tables refused"] += 1


def broken_tables(fields, header, row):
    """Tables with one thing wrong."""
    yield []
    yield [row]
    yield [header + ["more"], row + ["1"]]
    yield [header, row + [""]]
    yield [header, row[:-1]]
    yield [[name.upper() for name in header], row]
    if len(header) > 1:
        yield [header[1:], row[1:]]
        yield [header[::-1], row[::-1]]
    wrong = {
        "number": ["1,5", "1.5 kg", "NaN", "+1", "01"],
        "datetime": [
            "2026-02-30T07:00:00Z", "2026-02-19 07:00:00 +0100", "2026-02-19T07:00:00",
            "2026-02-19T07:00:00+00:00", "2026-02-19",
        ],
        "date": ["2026-02-30", "20260219", "2026-02-19T00:00:00Z"],
        "object": ["[]", "{", "text", "{'a': 1}", '{"a":1,"a":2}', '{"a":NaN}'],
        "array": ["{}", "[", "text"],
    }
    for index, field in enumerate(fields):
        constraints = field.get("constraints", {})
        cells = list(wrong.get(field["type"], []))
        if constraints.get("required"):
            cells.append("")
        if "enum" in constraints or "pattern" in constraints:
            cells.append("no such thing")
        for cell in cells:
            yield [header, row[:index] + [cell] + row[index + 1:]]


class Runs:
    """Runs of the program, each in the work folder."""

    def __init__(self, binary, work, schemas):
        self.binary = str(pathlib.Path(binary).resolve())
        self.work = pathlib.Path(work)
        self.work.mkdir(parents=True, exist_ok=True)
        self.schemas = schemas
        self.seen = set()

    def run(self, *arguments):
        result = subprocess.run([self.binary, *map(str, arguments)], capture_output=True)
        checked["runs"] += 1
        if result.returncode not in (0, 1, 2):
            raise Problem(f"{arguments}: exit status {result.returncode}: {result.stderr.decode()}")
        return result

    def check_printed(self):
        listed = self.run("schema").stdout.decode()
        names = [line.split()[0] for line in listed.splitlines()]
        if sorted(names) != sorted(self.schemas.files) or len(set(names)) < len(names):
            raise Problem(f"`schema` lists {names}, the files are {sorted(self.schemas.files)}")
        for name, path in self.schemas.files.items():
            if self.run("schema", name).stdout != path.read_bytes():
                raise Problem(f"`schema {name}` does not print {path.name}")
            checked["schemas printed"] += 1

    def check_types(self):
        for pattern in ([], ["heart"], ["Dietary*"], ["Running"]):
            output = self.run("types", *pattern, "--json").stdout.decode()
            self.schemas.validate("types", parse(output), f"types {pattern}")

    def check_rules(self):
        output = self.run("rules", "list", "--json").stdout.decode()
        self.schemas.validate("rules", parse(output), "rules list")

    def check_configuration(self, path):
        """The settings in force for the example of a configuration, and a baseline."""
        config, known = self.work / "config.json", self.work / "known.json"
        config.write_text(json.dumps(self.schemas.json["config"]["examples"][0]), "utf-8")
        output = self.run("validate", path, "--config", config, "--print-config").stdout.decode()
        self.schemas.validate("config", parse(output), "validate --print-config")
        self.run("validate", path, "--write-baseline", known, "--quiet")
        self.schemas.validate("baseline", parse(known.read_text("utf-8")), "validate --write-baseline")

    def check_reports(self, folder):
        """Reports of validation; check_reports.py looks at what they say."""
        for path in sorted(folder.glob("*.json")):
            self.schemas.validate("validation", parse(path.read_text("utf-8")), str(path))
        for path in sorted(folder.glob("*.ndjson")):
            for number, line in enumerate(path.read_text("utf-8").split("\n")[:-1], 1):
                self.schemas.validate("validation-line", parse(line), f"{path}: line {number}")

    def check_merge(self, path):
        """The report of a merge with itself, and the example of a file of priorities."""
        report = self.work / "merge.json"
        priority = self.work / "priority.json"
        example = self.schemas.json["priority"]["examples"][0]
        priority.write_text(json.dumps(example), "utf-8")
        self.run("merge", path, path, "-o", self.work / "merged.ndjson", "--force", "--summary", report,
                 "--priority", priority, "--resolve", "trim")  # fmt: skip
        self.schemas.validate("merge", parse(report.read_text("utf-8")), "the report of a merge")

    def check_units(self):
        for dimension in ([], ["pressure"], ["temperature"], ["dBHL"]):
            output = self.run("units", "list", *dimension, "--json").stdout.decode()
            self.schemas.validate("units", parse(output), f"units list {dimension}")
        symbols = [unit["symbol"] for unit in parse(self.run("units", "list", "--json").stdout.decode())]
        for expression in [*symbols, "mmol<180.1558>/L", "mph", "KG", "kg·m^2/s^2", "10^3/mcL"]:
            output = self.run("units", "explain", expression, "--json").stdout.decode()
            self.schemas.validate("unit", parse(output), f"units explain {expression}")
        example = self.schemas.json["units-file"]["examples"][0]
        path = self.work / "units.json"
        path.write_text(json.dumps(example), "utf-8")
        self.schemas.validate("units-file", parse(path.read_text("utf-8")), "the example of a units file")
        done = self.run("units", "convert", "2", "scoops", "g", "--units-file", path)
        if (done.returncode, done.stdout) != (0, b"60.8 g\n"):
            raise Problem(f"the example of a units file: {done.stdout} {done.stderr}")

    def check_sharing(self, path):
        """The manifest of what is given away."""
        manifest = self.work / "manifest.json"
        key = self.work / "key"
        key.write_bytes(bytes(range(32)))
        given = self.work / "given.ndjson"
        for options in (
            ["--share", "StepCount,BloodPressure,Running", "--shift-dates", "-30"],
            ["--redact", "source,device,metadata,uuid,characteristics", "--coarsen", "day"],
            ["--pseudonymize", key, "--shift-dates", "random"],
        ):
            done = self.run("convert", path, "-o", given, "--manifest", manifest, "--force", "--quiet", *options)
            if done.returncode > 1:
                raise Problem(f"convert {options}: {done.stderr.decode()}")
            document = parse(manifest.read_text("utf-8"))
            self.schemas.validate("manifest", document, f"manifest of {options}")
            lines = given.read_text("utf-8").split("\n")[:-1]
            if len(lines) - 1 != document["written"]:
                raise Problem(f"manifest of {options}: {document['written']} written, {len(lines) - 1} lines")
            for line in lines:
                self.schemas.validate("record", parse(line), f"convert {options}")

    def check_input(self, path, must_work):
        """All formats of one input. Returns false when the program refuses it."""
        for units in ("canonical", "us"):
            if not self.check_conversions(path, units, must_work):
                return False
        inspection = self.run("inspect", path, "--json", "--no-progress")
        self.schemas.validate("inspect", parse(inspection.stdout.decode()), f"inspect {path}")
        self.check_answers(path)
        checked["inputs"] += 1
        return True

    def check_answers(self, path):
        """Statistics, the latest samples and the workouts of an input."""
        types = "StepCount,HeartRate,BodyMass,SleepAnalysis,AppleStandHour"
        for options in (["stats", "--type", types + ",ActivitySummary"],
                        ["stats", "--type", types, "--by", "hour", "--last", "48", "--units", "us",
                         "--sources", "each"],
                        ["latest", "--type", types], ["workouts"]):  # fmt: skip
            answer = self.run(*options, path, "--format", "json", "--no-progress")
            self.schemas.validate(options[0], parse(answer.stdout.decode()), f"{options} {path}")

    def convert(self, path, output, units):
        report = self.work / "summary.json"
        rejects = self.work / "rejects.ndjson"
        rejects.unlink(missing_ok=True)
        result = self.run(
            "convert", path, "-o", output, "--units", units, "--force", "--quiet", "--no-progress",
            "--summary", report, "--rejects", rejects,
        )
        if result.returncode == 2:
            return None
        summary = parse(report.read_text("utf-8"))
        where = f"{path} to {output}"
        self.schemas.validate("summary", summary, f"{where}: summary")
        self.check_summary(summary, result.returncode, rejects, where)
        return summary

    def check_summary(self, summary, status, rejects, where):
        """The counts add up, and agree with the rejects file and the exit status."""
        for counts in [summary["records"], *summary["kinds"].values(), *summary["types"].values()]:
            parts = ("written", "rejected", "filtered", "merged")
            if counts["read"] != sum(counts[part] for part in parts):
                raise Problem(f"{where}: records were lost: {counts}")
        lines = rejects.read_text("utf-8").split("\n")[:-1] if rejects.exists() else []
        for line in lines:
            self.schemas.validate("rejects", parse(line), f"{where}: rejects")
        counted = sum(reject["count"] for reject in summary["rejects"])
        if not counted == len(lines) == summary["records"]["rejected"]:
            raise Problem(
                f"{where}: {counted} rejects by code, {len(lines)} in the file,"
                f" {summary['records']['rejected']} counted"
            )
        if summary["exitStatus"] != status or (lines and status == 0):
            raise Problem(f"{where}: exit status {status}, {summary['exitStatus']} in the summary")

    def check_conversions(self, path, units, must_work):
        ndjson = self.work / "out.ndjson"
        summary = self.convert(path, ndjson, units)
        if summary is None:
            if must_work:
                raise Problem(f"{path} is refused")
            checked["inputs refused"] += 1
            return False
        text = ndjson.read_bytes().decode("utf-8")
        lines = text.split("\n")[:-1]
        self.check_lines(lines, summary, f"{path}, {units}")
        self.check_document(path, units, lines)
        self.check_table(path, units, lines)
        self.check_folder(path, units, lines)
        return True

    def check_lines(self, lines, summary, where):
        for number, line in enumerate(lines, 1):
            if line in self.seen:
                checked["record: lines seen before"] += 1
                continue
            self.seen.add(line)
            try:
                record = parse(line)
            except ValueError as error:
                raise Problem(f"{where}: line {number}: {error}: {line[:300]}") from error
            self.schemas.validate("record", record, f"{where}: line {number}")
        kinds = collections.Counter(parse(line)["record"] for line in lines)
        written = {kind: counts["written"] for kind, counts in summary["kinds"].items()}
        if kinds.pop("archive", 0) != 1 or not lines[0].startswith('{"record":"archive"'):
            raise Problem(f"{where}: not one line of the archive's facts, at the start")
        if kinds != {kind: count for kind, count in written.items() if count}:
            raise Problem(f"{where}: {dict(kinds)} lines, {written} counted")

    def check_document(self, path, units, lines):
        output = self.work / "out.json"
        self.convert(path, output, units)
        text = output.read_text("utf-8")
        document = parse(text)
        where = f"{path} to JSON, {units}"
        # The records were validated as lines.
        self.schemas.validate("archive", {**document, "records": []}, where)
        facts = parse(lines[0])
        del facts["record"]
        if {**document, "records": facts} != {**facts, "records": facts}:
            raise Problem(f"{where}: the head is not the first line: {facts}")
        if parse_raw(text)["records"] != [parse_raw(line) for line in lines[1:]]:
            raise Problem(f"{where}: the records are not the lines")
        if len(lines) < 400:
            self.schemas.validate("archive", document, where)

    def check_table(self, path, units, lines):
        output = self.work / "out.csv"
        self.convert(path, output, units)
        rows = self.read_table(output, "csv", f"{path} to CSV, {units}")
        records = [parse_raw(line) for line in lines]
        facts = dict(records[0])
        del facts["record"]
        records[0] = {"record": "archive", "details": facts}
        self.compare(rows, records, f"{path} to CSV, {units}")

    def read_table(self, path, name, where):
        if name not in self.schemas.tables:
            raise Problem(f"{where}: no schema for the table {path.name}")
        rows = read_rows(path.read_bytes().decode("utf-8"), where)
        error = table_error(self.schemas.tables[name], rows)
        if error:
            raise Problem(f"{where}: {path.name}: {error}")
        checked[f"{name}: rows"] += len(rows) - 1
        return rows

    def compare(self, rows, records, where):
        """A table holds the records: each cell is what the record has under the column's name."""
        if len(rows) - 1 != len(records):
            raise Problem(f"{where}: {len(rows) - 1} rows, {len(records)} records")
        for number, (row, record) in enumerate(zip(rows[1:], records), 2):
            for name, cell in zip(rows[0], row):
                value = record.get(name, "")
                if isinstance(value, (dict, list)):
                    cell = parse_raw(cell) if cell else cell
                if cell != value:
                    raise Problem(f"{where}: row {number}, {name}: {cell!r}, the record has {value!r}")

    def check_folder(self, path, units, lines):
        folder = self.work / "tables"
        if folder.exists():
            for old in folder.iterdir():
                old.unlink()
        self.convert(path, f"{folder}/", units)
        records = [parse_raw(line) for line in lines]
        tables = {table.name.removesuffix(".csv"): table for table in folder.glob("*.csv")}
        expected = {name.removeprefix("csv-") for name in self.schemas.tables} - {"csv"}
        if set(tables) != expected:
            raise Problem(f"{path}: tables {sorted(tables)}, schemas for {sorted(expected)}")
        for name, table in sorted(tables.items()):
            where = f"{path} to a folder, {units}: {name}"
            rows = self.read_table(table, f"csv-{name}", where)
            self.compare(rows, list(expected_rows(name, records)), where)

    def check_single_tables(self, path):
        """One kind alone gives the table that a folder has of it."""
        folder = self.work / "tables"
        self.convert(path, f"{folder}/", "canonical")
        for name in [*TABLE_KINDS, "activity_summaries"]:
            output = self.work / "single.csv"
            self.run("convert", path, "--records", name, "-o", output, "--force", "--quiet")
            if output.read_bytes() != (folder / f"{name}.csv").read_bytes():
                raise Problem(f"{path}: --records {name} is not the folder's {name}.csv")
            checked["tables of one kind"] += 1

    def check_folder_lines(self, path):
        """A folder of NDJSON or JSON tables holds records like any archive."""
        for ending in ("ndjson", "json"):
            folder = self.work / f"tables-{ending}"
            if folder.exists():
                for old in folder.iterdir():
                    old.unlink()
            self.run("convert", path, "-o", f"{folder}/", "--to", ending, "--force", "--quiet")
            for table in folder.glob(f"*.{ending}"):
                text = table.read_text("utf-8")
                if ending == "json":
                    self.schemas.validate("archive", parse(text), str(table))
                    continue
                for line in text.split("\n")[:-1]:
                    self.schemas.validate("record", parse(line), str(table))


TABLE_KINDS = {
    "samples": "sample", "correlations": "correlation", "workouts": "workout", "other": "other",
    "characteristics": "characteristics",
}
NESTED = {
    "workout_statistics": "statistics", "workout_events": "events",
    "workout_activities": "activities", "workout_routes": "routes",
    "correlation_members": "members",
}
PARENTS = {
    "activity": "type", "workoutStart": "startDate", "workoutEnd": "endDate",
    "workoutSource": "sourceName",
}


def expected_rows(table, records):
    """What the rows of a tidy table should hold, from the records."""
    for record in records:
        details = record.get("details", {})
        if table == "archive" and record["record"] == "archive":
            yield {"details": {key: value for key, value in record.items() if key != "record"}}
        elif record["record"] == TABLE_KINDS.get(table):
            yield record
        elif table == "activity_summaries" and record["record"] == "activitySummary":
            yield {**record, **details, "date": record["startDate"]}
        elif table == "correlation_members" and record["record"] == "correlation":
            for item in details.get("members", []):
                yield {**item, "correlation": record["type"], "correlationStart": record["startDate"]}
        elif table in NESTED and record["record"] == "workout":
            parent = {name: record.get(key, "") for name, key in PARENTS.items()}
            for item in details.get(NESTED[table], []):
                yield {**item, **parent}


# Files of other programs: days without a time, fields and details that are not ours, keys given twice.
FLAT_FILES = {
    "days.csv": "date,steps,bpm\n2026-02-20,5,\n2026-02-21,7,60\n",
    "columns.csv": (
        "record,type,startDate,value,unit,duration,details,mood,metadata\n"
        'sample,BodyMass,2026-02-20T10:00:00Z,70,kg,5,"{""x"":1}",good,"{""mood"":""bad""}"\n'
        "workout,Running,2026-02-20T10:00:00Z,70,kg,5,,,\n"
        "activitySummary,,2026-02-20T10:00:00Z,,,,,,\n"
        "activitySummary,steps,2026-02-20,,,,,,\n"
    ),
    "keys.ndjson": (
        '{"type":"BodyMass","start":"2026-02-20T10:00:00Z","value":70,"unit":"kg","device":{}}\n'
        '{"type":"BodyMass","start":"2026-02-20T10:00:00Z","value":70,"unit":"kg","duration":5}\n'
        '{"type":"StepCount","start":"2026-02-20","value":70,"mood":1,"mood":2,"metadata":{"mood":3}}\n'
        '{"type":"StepCount","start":"2026-02-20","value":70,"details":{"x":1},"device":{"id":7}}\n'
        '{"record":"workout","type":"Running","start":"2026-02-20","details":{"events":[{}]}}\n'
        '{"record":"characteristics","type":"x","metadata":{"a":1}}\n'
        '{"record":"other","value":4,"details":{}}\n'
    ),
}


def exports(folder):
    return [
        path for path in sorted(pathlib.Path(folder).rglob("*"))
        if path.suffix.lower() in (".xml", ".zip") and path.is_file()
    ]


def main(binary, work):
    schemas = Schemas()
    check_schemas(schemas)
    check_mutations(schemas)
    runs = Runs(binary, work, schemas)
    runs.check_printed()
    runs.check_types()
    runs.check_rules()
    runs.check_configuration(ROOT / "Fixtures" / "rules" / "value.range" / "bad.ndjson")
    runs.check_merge(ROOT / "Fixtures" / "apple" / "export.zip")
    runs.check_reports(ROOT / "Fixtures" / "reports")
    runs.check_units()
    runs.check_sharing(ROOT / "Fixtures" / "apple" / "export.zip")
    fixtures = ROOT / "Fixtures" / "apple"
    for path in [fixtures / "export.zip", *exports(fixtures / "valid")]:
        runs.check_input(path, must_work=True)
    runs.check_single_tables(fixtures / "export.zip")
    runs.check_folder_lines(fixtures / "export.zip")
    for path in exports(fixtures / "invalid"):
        runs.check_input(path, must_work=False)
    schemas.are_known = False
    for name, text in FLAT_FILES.items():
        path = runs.work / name
        path.write_text(text, "utf-8")
        runs.check_input(path, must_work=True)
    schemas.are_known = True
    shared = os.environ.get("HEALTHCONV_SHARED")
    if shared:
        for path in exports(pathlib.Path(shared) / "samples" / "apple"):
            runs.check_input(path, must_work="adversarial" not in path.parts)
    if not checked["rejects: documents"]:
        raise Problem("nothing was rejected, so no rejects were checked")
    for name in schemas.json:
        if not checked[f"{name}: documents"]:
            raise Problem(f"nothing was checked against {name}")
    for name in schemas.tables:
        if not checked[f"{name}: rows"]:
            raise Problem(f"no row was checked against {name}")
    for what, count in sorted(checked.items()):
        print(f"{count:9,}  {what}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except Problem as problem:
        sys.exit(f"check_schemas: {problem}")
