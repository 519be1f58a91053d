#!/usr/bin/env python3
"""Checks validation reports with other people's tools and against each other.

    check_reports.py FOLDER... [--run BINARY]

A folder holds files named NAME.FORMAT, such as run.sarif and run.junit. SARIF is validated with jsonschema
against the standard's schema and JUnit with xmlschema against junit-10.xsd, both in $HEALTHCONV_SHARED when
that is set; JSON and NDJSON against Schemas/. Formats with the same NAME must agree on their counts. Prints
what was checked; exits with 1 when anything is wrong.
"""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree

import xmlschema
from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = os.environ.get("HEALTHCONV_SHARED")
STANDARDS = pathlib.Path(SHARED) / "conformance" / "sarif" if SHARED else None
LEVELS = ("error", "warning", "note")
FORMATS = ("human", "concise", "json", "ndjson", "sarif", "junit", "github", "gitlab", "markdown")
checked = collections.Counter()


class Problem(Exception):
    """What is wrong, in one message."""


def require(condition, message):
    if not condition:
        raise Problem(message)


def unique(pairs):
    keys = [key for key, _ in pairs]
    require(len(set(keys)) == len(keys), f"a key is there twice: {keys}")
    return dict(pairs)


def parse(text):
    return json.loads(text, object_pairs_hook=unique)


def validator(name):
    document = parse((ROOT / "Schemas" / f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(document, format_checker=FormatChecker())


def conform(schema, value, where):
    for error in schema.iter_errors(value):
        raise Problem(f"{where}: {error.json_path}: {error.message[:300]}")


class Checks:
    def __init__(self):
        self.document = validator("validation")
        self.line = validator("validation-line")
        self.sarif = self.junit = None
        if STANDARDS:
            self.sarif = Draft7Validator(parse((STANDARDS / "sarif-schema-2.1.0.json").read_text()))
            self.junit = xmlschema.XMLSchema(STANDARDS / "junit-10.xsd")

    def check(self, path):
        """Checks one file; returns its findings by level, None where the format does not tell."""
        text = path.read_bytes().decode("utf-8")
        # Only compilers' lines may be none.
        require(text.endswith("\n") or (not text and path.suffix == ".concise"), "no line end at the end")
        # JSON lets DEL stand.
        is_json = path.suffix in (".json", ".ndjson", ".sarif", ".gitlab")
        control = r"[\x00-\x09\x0b-\x1f]" if is_json else r"[\x00-\x09\x0b-\x1f\x7f]"
        require(not re.search(control, text), "it holds control characters")
        return getattr(self, "check_" + path.suffix[1:])(text)

    # Text.

    def check_human(self, text):
        lines = text.split("\n")[:-1]
        heads = [line for line in lines if re.match(r"(error|warning|note): .* \[[a-z0-9.-]+\]$", line)]
        require(len(heads) == text.count("\n  why: ") == text.count("\n  fix: "), "a block is not whole")
        for number, line in enumerate(lines):
            if re.match(r" +\| *\^+$", line):
                require(re.match(r" +\d+ \| ", lines[number - 1]), f"no line above carets: {line}")
        levels = [head.split(":")[0] for head in heads]
        require(levels == sorted(levels, key=LEVELS.index), "the gravest rules are not first")
        return None

    def check_concise(self, text):
        counts = collections.Counter()
        for line in text.split("\n")[:-1]:
            more = re.fullmatch(r"([\d,]+) more (error|warning|note)\[[a-z0-9.-]+\]", line)
            one = re.fullmatch(r".*:\d+:\d+: (error|warning|note)\[[a-z0-9.-]+\] .+", line)
            if more:
                counts[more[2]] += int(more[1].replace(",", ""))
            elif one:
                counts[one[1]] += 1
            else:
                require(line.startswith("stopped early"), f"what is this line? {line}")
        return counts

    def check_markdown(self, text):
        rows = [line for line in text.split("\n") if line.startswith("| ")]
        for row in rows:
            # A bar that ends a cell is not escaped; one in a code span is.
            cells = re.split(r"(?<!\\)\|", row)
            require(len(cells) == 8, f"{len(cells) - 2} cells: {row}")
        require(text.count("<details>") == text.count("</details>"), "a block is not closed")
        return None

    # Objects.

    def check_json(self, text):
        document = parse(text)
        conform(self.document, document, "json")
        return self.counts(document, document["rules"], [e for r in document["rules"] for e in r["examples"]])

    def check_ndjson(self, text):
        lines = [parse(line) for line in text.split("\n")[:-1]]
        for number, line in enumerate(lines, 1):
            conform(self.line, line, f"line {number}")
        kinds = [line["kind"] for line in lines]
        order = ("run", "finding", "rule", "totals")
        require(kinds == sorted(kinds, key=order.index), f"order of lines: {kinds}")
        require(kinds.count("run") == kinds.count("totals") == 1, "not one run and its totals")
        rules = [line for line in lines if line["kind"] == "rule"]
        return self.counts(lines[-1], rules, [line for line in lines if line["kind"] == "finding"])

    def counts(self, totals, rules, findings):
        counts = collections.Counter()
        for rule in rules:
            counts[rule["severity"]] += rule["count"]
        require(
            all(counts[level] == totals["findings"][level] for level in LEVELS),
            f"rules count {counts}, the totals {totals['findings']}",
        )
        for name in ("suppressed", "known", "fixed"):
            require(totals[name] == sum(rule[name] for rule in rules), f"{name} do not add up")
        prints = [finding["fingerprint"] for finding in findings]
        require(len(set(prints)) == len(prints), "a fingerprint is there twice")
        self.prints = set(prints)
        return counts

    # What CI reads.

    def check_sarif(self, text):
        log = parse(text)
        if self.sarif:
            conform(self.sarif, log, "sarif")
            checked["documents against the schema of SARIF 2.1.0"] += 1
        run = log["runs"][0]
        rules = run["tool"]["driver"]["rules"]
        results = run["results"]
        require(len(results) <= 5000, f"{len(results)} results")
        counts = collections.Counter()
        states = set()
        for result in results:
            require(len(result["locations"]) == 1, "a result without a location")
            physical = result["locations"][0]["physicalLocation"]
            location, region = physical["artifactLocation"], physical["region"]
            require(region["startLine"] >= 1 and region["startColumn"] >= 1, f"{region}")
            require(region.get("endColumn", 1 << 60) > region["startColumn"], f"{region}")
            require(rules[result["ruleIndex"]]["id"] == result["ruleId"], "a wrong index of a rule")
            self.check_uri(location)
            artifact = run["artifacts"][location["index"]]["location"]
            require(artifact["uri"] == location["uri"], "a wrong index of an artifact")
            states.add(result.get("baselineState"))
            if result.get("baselineState") != "unchanged":
                counts[result["level"]] += result["occurrenceCount"]
        require(None not in states or len(states) <= 1, f"some results have a state: {states}")
        news = [LEVELS.index(r["level"]) for r in results if r.get("baselineState") != "unchanged"]
        require(news == sorted(news), "the gravest results are not first")
        prints = [result["partialFingerprints"]["healthconv/v1"] for result in results]
        require(len(set(prints)) == len(prints), "a fingerprint is there twice")
        for rule in rules:
            texts = (rule["help"]["text"], rule["help"]["markdown"], rule["fullDescription"]["text"])
            require(all(texts), f"no help for {rule['id']}")
        notes = {
            note["associatedRule"]["id"]
            for note in run["invocations"][0]["toolExecutionNotifications"]
            if note["descriptor"]["id"] == "findings-not-listed"
        }
        for rule in rules:
            ours = [r for r in results if r["ruleId"] == rule["id"] and r.get("baselineState") != "unchanged"]
            total = rule["properties"]["count"]
            require(total <= len(ours) or rule["id"] in notes, f"nothing says that {rule['id']} is cut")
            require(not ours or sum(r["occurrenceCount"] for r in ours) == total, f"{rule['id']} is miscounted")
        return counts if len(results) < 5000 else None

    def check_uri(self, location):
        uri = location["uri"]
        require(re.fullmatch(r"[A-Za-z0-9._~/%:-]+", uri), f"no URI: {uri}")
        parts = urllib.parse.urlsplit(uri)
        if "uriBaseId" in location:
            require(not parts.scheme and not uri.startswith("/"), f"not relative: {uri}")
        else:
            require(parts.scheme == "file", f"neither relative nor a file: {uri}")

    def check_junit(self, text):
        if self.junit:
            self.junit.validate(text)
            checked["documents against junit-10.xsd"] += 1
        root = xml.etree.ElementTree.fromstring(text)
        for suite in root:
            cases = suite.findall("testcase")
            require(int(suite.get("tests")) == len(cases), "a suite counts other cases")
            failures = [case for case in cases if case.find("failure") is not None]
            require(int(suite.get("failures")) == len(failures), "a suite counts other failures")
            for case in failures:
                failure = case.find("failure")
                require(failure.get("message") in failure.text, "the body does not say what failed")
        require(int(root.get("tests")) == sum(int(s.get("tests")) for s in root), "tests in all")
        require(int(root.get("failures")) == sum(int(s.get("failures")) for s in root), "failures in all")
        return None

    def check_github(self, text):
        """Reads commands as the runner does, and knows its limits."""
        levels = collections.Counter()
        for line in text.split("\n")[:-1]:
            command = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.+)", line)
            if not command:
                require(not line.startswith("::") and "##[" not in line, f"a stray command: {line}")
                continue
            levels[command[1]] += 1
            for part in command[2].split(","):
                name, _, value = part.partition("=")
                require(name in ("file", "line", "col", "title") and value, f"{name}={value}")
            rest = re.sub(r"%(25|0A|0D|3A|2C)", "", command[2] + command[3])
            require("%" not in rest, f"a stray percent sign: {line}")
        require(all(count <= 10 for count in levels.values()), f"too many annotations: {levels}")
        return None

    def check_gitlab(self, text):
        issues = parse(text)
        prints = [issue["fingerprint"] for issue in issues]
        require(len(set(prints)) == len(prints), "a fingerprint is there twice")
        for issue in issues:
            require(issue["severity"] in ("info", "minor", "major", "critical", "blocker"), f"{issue}")
            require(issue["description"] and issue["check_name"], f"{issue}")
            path = issue["location"]["path"]
            require(path and not path.startswith("./"), f"path {path}")
            require(issue["location"]["lines"]["begin"] >= 1, f"{issue}")
        self.gitlab = {i["fingerprint"] for i in issues if i["check_name"] != "stopped-early"}
        return None


# Runs of the program.


def validate(binary, folder, name, inputs, *options, **environment):
    """Writes reports NAME.FORMAT of some inputs in all formats; returns what was printed."""
    reports = [f"--report={format}={folder / name}.{format}" for format in FORMATS]
    done = subprocess.run(
        [binary, "validate", "--no-progress", *options, *reports, "--", *inputs],
        capture_output=True, env={**os.environ, **environment},
    )  # fmt: skip
    require(done.returncode in (0, 1, 2), f"{inputs}: status {done.returncode}: {done.stderr.decode()}")
    checked["runs of validate"] += 1
    return done.stdout + done.stderr


def inputs():
    """Files to validate, by a name for their reports."""
    places = [(ROOT / "Fixtures" / "cli", "*/*/files/*"), (ROOT / "Fixtures" / "apple", "*/*.xml")]
    if SHARED:
        places.append((pathlib.Path(SHARED) / "cases", "*/*"))
    for root, pattern in places:
        for path in sorted(root.glob(pattern)):
            if path.is_file() and re.search(r"\.(csv|json|ndjson|xml|zip|gz)$", path.name):
                yield str(path.relative_to(root)).replace("/", "-"), path


def run_all(binary, folder):
    for name, path in inputs():
        validate(binary, folder, name, [path])
    # More findings than SARIF may have results, all of them kept.
    many = folder / "many.txt"
    with many.open("w") as file:
        for number in range(6000):
            day = f"2026-01-{number % 28 + 1:02}T07:{number // 100:02}:{number % 60:02}+01:00"
            file.write(json.dumps({
                "record": "sample", "type": "HeartRate", "startDate": day, "endDate": "2025-01-01T00:00:00Z",
                "value": 1000 + number, "unit": "count/min", "sourceName": f"App {number % 7}",
            }) + "\n")  # fmt: skip
    validate(binary, folder, "many", [many], "--examples", "0")
    many.unlink()
    log = json.loads((folder / "many.sarif").read_text("utf-8"))
    require(len(log["runs"][0]["results"]) == 5000, "6,000 findings do not fill SARIF")


SECRETS = ("SECRETPATH", "SECRETSOURCE", "SECRETVALUE", "SECRETTYPE", "SECRETKEY", "SECRETUNIT", "431.625")


def check_redaction(binary, folder):
    """With --redact sources no value, name of a source or path gets into any report (4, item 35)."""
    private = folder / "SECRETPATH"
    private.mkdir()
    start = "2026-01-09T07:30:00+01:00"
    records = [
        {"record": "sample", "type": "HeartRate", "startDate": start, "endDate": "2026-01-08T07:30:00+01:00",
         "value": 431.625, "unit": "count/min", "sourceName": "SECRETSOURCE"},
        {"record": "sample", "type": "SECRETTYPE", "startDate": start, "value": "SECRETVALUE",
         "sourceName": "SECRETSOURCE", "SECRETKEY": 1},
        {"record": "sample", "type": "BodyMass", "startDate": "SECRETVALUE", "value": 1, "unit": "kg"},
        {"record": "sample", "type": "BodyMass", "startDate": start, "value": "SECRETVALUE", "unit": "kg"},
        {"record": "sample", "type": "BodyMass", "startDate": start, "value": 431.625, "unit": "SECRETUNIT"},
        {"record": "sample", "type": "StepCount", "startDate": start, "value": 431.625, "unit": "count",
         "sourceName": "SECRETSOURCE", "metadata": {"HKTimeZone": "SECRETVALUE", "SECRETKEY": "SECRETVALUE"}},
    ]  # fmt: skip
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (private / "SECRETPATH.ndjson").write_text(lines + '{"type": SECRETVALUE\n')
    header = "type,startDate,value,unit,sourceName,SECRETKEY,SECRETKEY\n"
    (private / "SECRETPATH.csv").write_text(
        header + f'BodyMass,{start},431.625,SECRETUNIT,SECRETSOURCE,,\nSECRETTYPE,"SECRETVALUE\n'
    )
    paths = [private / "SECRETPATH.ndjson", private / "SECRETPATH.csv", private / "SECRETPATH.missing"]
    page = folder / "page"
    for format in FORMATS:
        page.write_text("")
        said = validate(
            binary, folder, "redacted", paths, "--redact", "sources", "--format", format,
            GITHUB_STEP_SUMMARY=str(page),
        )  # fmt: skip
        texts = {f"--format {format}": said, "the step's summary": page.read_bytes()}
        texts |= {name: (folder / f"redacted.{name}").read_bytes() for name in FORMATS}
        for name, text in texts.items():
            for secret in SECRETS:
                require(secret.encode() not in text, f"--redact sources: {name} holds {secret}")
    found = json.loads((folder / "redacted.json").read_text("utf-8"))["findings"]
    require(sum(found.values()) >= 8, f"a file full of secrets has only {found}")
    # The check would see them.
    validate(binary, folder, "open", paths)
    told = (folder / "open.json").read_text("utf-8")
    require("SECRETPATH" in told and "SECRETSOURCE" in told and "SECRETVALUE" in told, "no secrets at all")
    for path in [page, *private.iterdir()]:
        path.unlink()
    private.rmdir()
    checked["redacted reports"] += len(FORMATS)


def main(arguments):
    if "--run" in arguments:
        *folders, _, binary = arguments
        with tempfile.TemporaryDirectory(prefix="healthconv-check-") as name:
            scratch = pathlib.Path(name)
            run_all(os.path.abspath(binary), scratch)
            check_redaction(os.path.abspath(binary), scratch)
            check_folders([*folders, name])
    else:
        check_folders(arguments)
    for what, count in sorted(checked.items()):
        print(f"{count:6,}  {what}")
    if not STANDARDS:
        print("HEALTHCONV_SHARED is not set: SARIF and JUnit were not held against their schemas")


def check_folders(folders):
    checks = Checks()
    for folder in map(pathlib.Path, folders):
        names = collections.defaultdict(list)
        for path in sorted(folder.iterdir()):
            if hasattr(checks, "check_" + path.suffix[1:]):
                names[path.stem].append(path)
        require(names, f"{folder} holds no reports")
        for name, paths in names.items():
            counts = {}
            for path in paths:
                try:
                    counts[path.suffix] = checks.check(path)
                except (Problem, ValueError, xmlschema.XMLSchemaException) as problem:
                    raise Problem(f"{path}: {problem}") from problem
                checked[f"files in the format {path.suffix[1:]}"] += 1
            counts = {suffix: count for suffix, count in counts.items() if count is not None}
            for suffix, count in counts.items():
                first = next(iter(counts.values()))
                require(+count == +first, f"{folder}/{name}: formats count differently: {counts}")
            if {".json", ".gitlab"} <= {path.suffix for path in paths}:
                require(checks.gitlab <= checks.prints, f"{name}: GitLab knows other fingerprints")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        main(sys.argv[1:])
    except Problem as problem:
        sys.exit(f"check_reports: {problem}")
