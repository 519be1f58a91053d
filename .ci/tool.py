"""Runs the binary under test and reads what it says."""
import json
import os
import resource
import subprocess
import sys
import tempfile


class Tool:
    def __init__(self, binary):
        self.binary = os.path.abspath(binary)
        self.scratch = tempfile.TemporaryDirectory(prefix="healthconv-check-")

    def path(self, name):
        return os.path.join(self.scratch.name, name)

    def run(self, *arguments, **options):
        """Runs a command without a terminal; returns the finished process."""
        options.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.run([self.binary, *arguments], capture_output=True, **options)

    def must(self, *arguments, status=0, **options):
        """Runs a command that has to end with this status; returns its standard output."""
        done = self.run(*arguments, **options)
        if done.returncode != status:
            sys.exit(
                f"healthconv {' '.join(arguments)} ended with {done.returncode}, not {status}:\n"
                + done.stderr.decode(errors="replace")
            )
        return done.stdout

    def convert(self, source, *options, name="out.ndjson", status=(0,)):
        """Converts a file; returns its lines' objects and the summary."""
        output, summary = self.path(name), self.path("summary.json")
        rejects = self.path("rejects.ndjson")
        done = self.run(
            "convert", source, *options, "--force", "-o", output,
            "--rejects", rejects, "--summary", summary,
        )  # fmt: skip
        if done.returncode not in status:
            raise Failed(done)
        with open(output, encoding="utf-8") as file:
            records = [read_json(line) for line in file]
        with open(summary, encoding="utf-8") as file:
            return records, json.load(file)


class Failed(Exception):
    def __init__(self, done):
        self.status = done.returncode
        self.text = done.stderr.decode(errors="replace")
        super().__init__(self.text)


class Number(str):
    """A JSON number by its very text."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other):
        # The string "72" is not the number 72.
        return isinstance(other, Number) and str.__eq__(self, other)

    def __repr__(self):
        return str(self)


def read_json(text):
    """A document whose numbers keep their text and whose objects are lists of pairs, in order."""
    return json.loads(
        text, parse_int=Number, parse_float=Number, parse_constant=bad, object_pairs_hook=Object
    )


def bad(text):
    raise ValueError(f"{text} is no JSON")


class Object(list):
    """The pairs of an object, in order."""

    __slots__ = ()

    def get(self, name):
        return next((value for key, value in self if key == name), None)


def peak_of_children():
    """The largest resident size of any finished child so far, in MiB."""
    size = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return size / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def verdict(name, failures, checked):
    """Prints the result and ends the script; nothing checked is a failure too."""
    for failure in failures[:20]:
        print(f"  DIFFERENT {failure}")
    if len(failures) > 20:
        print(f"  and {len(failures) - 20} more")
    print(f"{name}: {checked}, {len(failures)} differences")
    sys.exit(1 if failures or not checked else 0)
