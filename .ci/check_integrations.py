#!/usr/bin/env python3
"""Checks what other people's CI takes from this repository, as far as that goes without a network.

    check_integrations.py BINARY

The composite action: its inputs, outputs and scripts fit together, no input becomes part of a script, and the
scripts do what they should when they are run as GitHub runs them. The pre-commit hook: pre-commit accepts it and
runs it over the files it is meant for. README.md: its snippets use what there is, and GitLab's commands run.
Prints what was checked; exits with 1 at the first problem.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
ACTION = ROOT / ".github" / "actions" / "validate"
HEAD = "type,startDate,endDate,value,unit,sourceName\n"
GOOD = HEAD + "BodyMass,2026-01-09T07:30:00+01:00,2026-01-09T07:30:00+01:00,70.5,kg,Scale\n"
BAD = HEAD + "BodyMass,2026-01-09T07:30:00+01:00,2026-01-08T07:30:00+01:00,70.5,m,Scale\n"
checked = 0


class Problem(Exception):
    """What is wrong, in one message."""


def require(condition, message):
    global checked
    checked += 1
    if not condition:
        raise Problem(message)


# The action.


def check_action_file():
    action = yaml.safe_load((ACTION / "action.yml").read_text("utf-8"))
    require(action["runs"]["using"] == "composite", "the action is not composite")
    steps = {step["id"]: step for step in action["runs"]["steps"]}
    used = set()
    for name, step in steps.items():
        require(step.get("shell") == "bash", f"step {name}: no shell")
        require("${{" not in step["run"], f"step {name}: an input becomes part of the script")
        script = re.fullmatch(r'bash "\$GITHUB_ACTION_PATH/(\w+\.sh)"', step["run"])
        require(script and (ACTION / script[1]).exists(), f"step {name}: runs {step['run']}")
        text = (ACTION / script[1]).read_text("utf-8")
        for variable, value in step["env"].items():
            require(re.search(rf"\b{variable}\b", text), f"{script[1]} does not use {variable}")
            given = re.fullmatch(r"\$\{\{ inputs\.([\w-]+) \}\}", value)
            if given:
                used.add(given[1])
                require(variable == "INPUT_" + given[1].upper().replace("-", "_"), f"{variable} is {value}")
            else:
                output = re.fullmatch(r"\$\{\{ steps\.(\w+)\.outputs\.(\w+) \}\}", value)
                require(output and output[1] in steps, f"{variable} is {value}")
        for variable in set(re.findall(r"\bINPUT_\w+\b", text)):
            require(variable in step["env"] or f"{variable}*" in text, f"{script[1]} lacks {variable}")
        subprocess.run(["bash", "-n", ACTION / script[1]], check=True)
    require(used == set(action["inputs"]), f"inputs {set(action['inputs'])}, used {used}")
    for name, output in action["outputs"].items():
        require(output["value"] == "${{ steps.validate.outputs.%s }}" % name, f"output {name}")
    for part in [*action["inputs"].values(), *action["outputs"].values()]:
        require(part["description"], "an input or output is not described")
    return action


def run_script(name, folder, **variables):
    """Runs a script of the action in a folder; returns its status, what it printed and its outputs."""
    outputs = folder / ".outputs"
    outputs.write_text("")
    environment = {**os.environ, "GITHUB_OUTPUT": str(outputs), "GITHUB_ACTION_PATH": str(ACTION)}
    environment.update(variables)
    done = subprocess.run(
        ["bash", ACTION / name], cwd=folder, env=environment, capture_output=True, text=True
    )
    pairs = (line.partition("=") for line in outputs.read_text().splitlines())
    return done.returncode, done.stdout + done.stderr, {key: value for key, _, value in pairs}


def check_action_runs(binary, folder):
    status, text, outputs = run_script("find.sh", folder, INPUT_HEALTHCONV=binary)
    require(status == 0 and outputs == {"healthconv": binary}, f"find.sh: {status} {text} {outputs}")
    require(re.search(r"^healthconv \d", text, re.M), f"find.sh prints no version: {text}")
    status, text, outputs = run_script(
        "find.sh", folder, PATH=f"{os.path.dirname(binary)}:{os.environ['PATH']}"
    )
    require(outputs.get("healthconv") == binary, f"find.sh does not look at PATH: {outputs}")
    tools = folder / "tools"
    tools.mkdir()
    for tool in ("bash", "dirname", "uname"):
        (tools / tool).symlink_to(shutil.which(tool))
    status, text, _ = run_script("find.sh", folder, PATH=str(tools))
    require(status == 2 and "::error" in text, f"find.sh without any program: {status} {text}")

    data = folder / "data" / "deep er"
    data.mkdir(parents=True)
    (folder / "data" / "good.csv").write_text(GOOD)
    (data / "good too.csv").write_text(GOOD)
    (folder / "bad.csv").write_text(BAD)

    def validate(files, **variables):
        return run_script("validate.sh", folder, HEALTHCONV=binary, INPUT_FILES=files, **variables)

    status, text, outputs = validate("data/**/*.csv\n", INPUT_SARIF="out.sarif")
    require(status == 0, f"good files: {status}\n{text}")
    require(outputs == {"status": "0", "sarif": "out.sarif"}, f"good files: {outputs}")
    log = json.loads((folder / "out.sarif").read_text("utf-8"))
    names = {part["location"]["uri"] for part in log["runs"][0]["artifacts"]}
    require(names == {"data/good.csv", "data/deep%20er/good%20too.csv"}, f"files read: {names}")

    (folder / "out.sarif").unlink()
    status, text, outputs = validate(
        "  bad.csv  \n\ndata/good.csv", INPUT_SARIF="out.sarif", INPUT_JUNIT="junit.xml"
    )
    require(status == 1 and outputs["status"] == "1", f"a bad file: {status} {outputs}\n{text}")
    require(outputs["sarif"] == "out.sarif" and outputs["junit"] == "junit.xml", f"{outputs}")
    require(re.search(r"^::error file=bad\.csv,line=2,", text, re.M), f"no annotation:\n{text}")
    results = json.loads((folder / "out.sarif").read_text("utf-8"))["runs"][0]["results"]
    require(results, "a bad file has no results")

    page = folder / "summary.md"
    page.write_text("# before\n")
    validate("bad.csv", GITHUB_STEP_SUMMARY=str(page))
    text = page.read_text("utf-8")
    require(text.startswith("# before\n## healthconv validate: "), f"the step's summary: {text[:200]}")
    require("| error | `unit.dimension` | 1 |" in text, f"the step's summary: {text}")

    status, text, outputs = validate("bad.csv", INPUT_FAIL_ON="never")
    require(status == 0 and outputs == {"status": "0"}, f"fail-on never: {status} {outputs}\n{text}")
    status, text, _ = validate("bad.csv", INPUT_ARGUMENTS="--no-rule\n*")
    require(status == 0, f"arguments are not passed on: {status}\n{text}")
    status, text, _ = validate("\n  \n")
    require(status == 64 and "::error" in text, f"no files: {status}\n{text}")
    status, text, _ = validate("missing*.csv")
    require(status in (1, 2) and "missing*.csv" in text, f"a missing file: {status}\n{text}")
    for trick in ("$(touch pwned)", "`touch pwned`", "x; touch pwned", "--version"):
        validate(trick, INPUT_FAIL_ON="error", INPUT_SARIF="")
        require(not (folder / "pwned").exists(), f"an input was run: {trick}")


# The pre-commit hook.


def check_hook(binary, folder):
    manifest = ROOT / ".pre-commit-hooks.yaml"
    tool = [sys.executable, "-m", "pre_commit"]
    subprocess.run([*tool, "validate-manifest", manifest], check=True)
    hooks = yaml.safe_load(manifest.read_text("utf-8"))
    pattern = re.compile(hooks[0]["files"])
    for name in ("a.csv", "data/a.csv.gz", "a.ndjson", "export.zip", "x/export_2.xml"):
        require(pattern.search(name), f"the hook passes over {name}")
    for name in ("package.json", "pom.xml", "a.zip", "a.csv.txt", "README.md"):
        require(not pattern.search(name), f"the hook takes {name}")
    # As it is, but for the build: the program is there already.
    for hook in hooks:
        hook["language"] = "system"
        hook.pop("minimum_pre_commit_version")
    repository = folder / "repository"
    repository.mkdir()
    git = ["git", "-C", repository, "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    config = {"repos": [{"repo": "local", "hooks": hooks}]}
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    (repository / "package.json").write_text("{}\n")
    environment = {
        **os.environ, "PRE_COMMIT_HOME": str(folder / "cache"),
        "PATH": f"{os.path.dirname(binary)}:{os.environ['PATH']}",
    }  # fmt: skip
    for text, status in ((GOOD, 0), (BAD, 1)):
        (repository / "weight.csv").write_text(text)
        subprocess.run([*git, "add", "-A"], check=True)
        done = subprocess.run(
            [*tool, "run", "--all-files"],
            cwd=repository, env=environment, capture_output=True, text=True,
        )  # fmt: skip
        require(done.returncode == status, f"the hook ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    require(re.search(r"^weight\.csv:2:\d+: error\[", done.stdout, re.M), f"no finding:\n{done.stdout}")
    return {hook["id"] for hook in hooks}


# README.md.


def snippet(name):
    text = (ROOT / "README.md").read_text("utf-8")
    found = re.search(rf"<!-- {name} -->\n```yaml\n(.*?)```", text, re.S)
    require(found, f"README.md has no snippet {name}")
    return yaml.safe_load(found[1])


def check_readme(action, hooks, binary, folder):
    steps = snippet("github")["jobs"]["health-data"]["steps"]
    ours = [step for step in steps if step["uses"].startswith("OWNER/healthconv/")]
    require(len(ours) == 1, "README.md does not use the action once")
    path = ours[0]["uses"].removeprefix("OWNER/healthconv/").partition("@")[0]
    require((ROOT / path / "action.yml").exists(), f"there is no action in {path}")
    unknown = set(ours[0]["with"]) - set(action["inputs"])
    require(not unknown and "files" in ours[0]["with"], f"README.md gives unknown inputs {unknown}")
    for output in re.findall(rf"steps\.{ours[0]['id']}\.outputs\.(\w+)", json.dumps(steps)):
        require(output in action["outputs"], f"README.md reads an unknown output {output}")
    for hook in snippet("pre-commit")["repos"][0]["hooks"]:
        require(hook["id"] in hooks, f"README.md names an unknown hook {hook['id']}")
    job = snippet("gitlab")["health-data"]
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "bad.csv").write_text(BAD)
    environment = {**os.environ, "PATH": f"{os.path.dirname(binary)}:{os.environ['PATH']}"}
    for line in job["script"]:
        done = subprocess.run(["sh", "-c", line], cwd=folder, env=environment, capture_output=True)
        require(done.returncode == 1, f"{line}: {done.returncode} {done.stderr.decode()}")
    for path in job["artifacts"]["reports"].values():
        require((folder / path).stat().st_size > 0, f"{path} was not written")
    issues = json.loads((folder / job["artifacts"]["reports"]["codequality"]).read_text("utf-8"))
    require(any(issue["location"]["path"] == "data/bad.csv" for issue in issues), f"{issues}")


def main(binary):
    binary = os.path.abspath(binary)
    require(os.path.basename(binary) == "healthconv", "the program must be named healthconv")
    action = check_action_file()
    with tempfile.TemporaryDirectory(prefix="healthconv-check-") as name:
        folder = pathlib.Path(name)
        for part in ("action", "hook", "readme"):
            (folder / part).mkdir()
        check_action_runs(binary, folder / "action")
        hooks = check_hook(binary, folder / "hook")
        check_readme(action, hooks, binary, folder / "readme")
    print(f"{checked} things checked about the action, the hook and README.md")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        main(sys.argv[1])
    except Problem as problem:
        sys.exit(f"check_integrations: {problem}")
