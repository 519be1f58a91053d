#!/usr/bin/env python3
"""Copies the schema of a record into the schema of an archive, which must be of use alone."""
import json
import pathlib

folder = pathlib.Path(__file__).resolve().parent.parent / "Schemas"
record, archive = folder / "record.schema.json", folder / "archive.schema.json"
document = json.loads(archive.read_text("utf-8"))
document["$defs"]["record"] = json.loads(record.read_text("utf-8"))
archive.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", "utf-8")
