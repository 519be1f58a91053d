#!/usr/bin/env python3
"""Converts a generated export to and fro and compares bytes, memory and start-up time.

    check_roundtrip.py BINARY WORKDIR RECORDS [--big]

Needs HEALTHCONV_SHARED. Files are made in WORKDIR and removed again; --big also converts two larger exports, one
five times the other, and compares the memory. Every limit holds for each single job, as a process of its own.
"""
import argparse
import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from datetime import datetime

from facts import SHARED
from tool import verdict

MEMORY_LIMIT = 96  # MiB
GROWTH_RECORDS = (500_000, 2_500_000)  # smaller ones do not fill every buffer
GROWTH_LIMIT = 1.10  # of memory, from the one to the other
START_LIMIT = 0.010  # seconds for --version
SAMPLER = """
import resource, subprocess, sys
source = open(sys.argv[1], "rb") if sys.argv[1] else subprocess.DEVNULL
done = subprocess.run(sys.argv[2:], stdin=source, stderr=subprocess.PIPE)
sys.stderr.buffer.write(done.stderr)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
"""


class Jobs:
    """Runs conversions, each watched by a small process of its own, and keeps what they needed."""

    def __init__(self, binary, folder):
        self.binary, self.folder = os.path.abspath(binary), folder
        self.failures, self.checked, self.peaks, self.last_peak = [], 0, {}, 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def convert(self, source, output, *options, stdin=""):
        """Converts one file; returns the path of the output."""
        target = self.path(output)
        command = [self.binary, "convert", source, *options, "--quiet", "--force", "-o", target]
        start = time.perf_counter()
        done = subprocess.run([sys.executable, "-c", SAMPLER, stdin, *command], capture_output=True)
        seconds = time.perf_counter() - start
        name = f"{os.path.basename(stdin or source)} -> {' '.join([output, *options])}"
        if done.returncode:
            self.expect(f"{name}: {done.stderr.decode(errors='replace').strip()}", False)
            return None
        scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
        peak = int(done.stdout.split()[-1]) / scale
        self.peaks[name] = self.last_peak = peak
        self.expect(f"{name}: {peak:.0f} MiB, {seconds:.2f} s", peak <= MEMORY_LIMIT)
        return target

    def expect(self, what, good):
        self.checked += 1
        print(f"{'ok ' if good else 'NO '} {what}", flush=True)
        if not good:
            self.failures.append(what)

    def same(self, what, path, expected):
        self.expect(f"same bytes: {what}", path is not None and digest(path) == expected)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def generate(folder, records, formats):
    """Writes an export and its flat twins, zipped and gzipped too."""
    generator = os.path.join(SHARED, "bench", "gen.py")
    subprocess.run(
        [sys.executable, generator, "--records", str(records), "--out", folder, "--zip", "--gzip",
         "--formats", formats],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return os.path.join(folder, "apple_health_export", "export.xml")


def chain(jobs, first):
    """Every format after the other gives the first file back."""
    expected = digest(first)
    path = first
    for name in ("chain.json", "chain.csv", "chain.csv.gz", "chain.ndjson"):
        path = path and jobs.convert(path, name)
    jobs.same("NDJSON -> JSON -> CSV -> CSV.gz -> NDJSON", path, expected)
    for name in ("again.csv", "again.json", "again.ndjson.gz"):
        again = jobs.convert(first, name)
        back = again and jobs.convert(again, "back.ndjson")
        jobs.same(f"NDJSON -> {name} -> NDJSON", back, expected)


def threads(jobs, source, output):
    """The number of threads and the size of chunks are not to be seen in the output."""
    paths = [jobs.convert(source, f"t{n}-{output}", "--threads", str(n)) for n in (1, 2, 7)]
    paths.append(jobs.convert(source, f"small-{output}", "--threads", "3", "--chunk-size", "100000"))
    good = [digest(path) for path in paths if path]
    name = os.path.basename(source)
    jobs.expect(f"same bytes: {name} -> {output} by 1, 2, 3 and 7 threads", len(set(good)) == 1)
    for path in paths[1:]:
        if path:
            os.remove(path)
    return paths[0]


def sorting(jobs, source, plain, order, memory):
    """Sorting agrees with Python's stable sort of the lines by their instants."""
    path = jobs.convert(source, "sorted.ndjson", "--sort", order, "--memory", memory)
    if path is None:
        return
    with open(plain, encoding="utf-8") as file:
        head, *lines = file.readlines()
    field = "startDate" if order == "start" else "endDate"
    dated = [(instant(json.loads(line), field), line) for line in lines]
    # What has no date keeps its place before everything that has one.
    ordered = sorted(dated, key=lambda pair: pair[0])
    with open(path, encoding="utf-8") as file:
        found = file.readlines()
    jobs.expect(
        f"--sort {order} --memory {memory}: {len(lines)} lines as sorted by Python",
        found == [head] + [line for _, line in ordered],
    )


def instant(record, field):
    """The seconds by which a record is sorted; a day begins at midnight UTC."""
    text = record.get(field) or record.get("startDate")
    if text is None:
        return float("-inf")
    moment = datetime.fromisoformat(text if "T" in text else text + "T00:00:00+00:00")
    return moment.timestamp()


def start_up(jobs):
    """The best of three medians, because other work may share the machine."""
    medians = []
    for _ in range(3):
        times = []
        for _ in range(30):
            start = time.perf_counter()
            subprocess.run([jobs.binary, "--version"], check=True, capture_output=True)
            times.append(time.perf_counter() - start)
        medians.append(statistics.median(times))
    median = min(medians)
    jobs.expect(f"--version: median {median * 1000:.1f} ms of 30 runs", median <= START_LIMIT)


def growth(jobs):
    """Memory does not follow the size of the input; a sort's is small enough that both sizes fill it."""
    sort = ("--sort", "start", "--memory", "4M")
    exports = [generate(jobs.path(f"grown-{n}"), n, "xml") for n in GROWTH_RECORDS]
    archives = [os.path.join(jobs.path(f"grown-{n}"), "export.zip") for n in GROWTH_RECORDS]
    for output, options in (("g.csv", ()), ("g.ndjson.gz", ()), ("g.csv", sort)):
        for sizes in (exports, archives):
            peaks = []
            for path in sizes:
                # How far the workers run ahead of the writer is chance: the least of three is what a job needs.
                runs = []
                for _ in range(3):
                    jobs.convert(path, output, *options)
                    runs.append(jobs.last_peak)
                peaks.append(min(runs))
            text = f"{peaks[0]:.1f} -> {peaks[1]:.1f} MiB for five times the records"
            name = " ".join([os.path.basename(sizes[0]), "->", output, *options])
            jobs.expect(f"{name}: {text}", peaks[1] <= peaks[0] * GROWTH_LIMIT)


def run(jobs, records, is_big):
    folder = jobs.path("export")
    export = generate(folder, records, "xml,csv,ndjson")
    first = threads(jobs, export, "xml.ndjson")
    expected = digest(first)
    packed = threads(jobs, os.path.join(folder, "export.zip"), "zip.ndjson")
    jobs.same("export.xml and export.zip", packed, expected)
    threads(jobs, export, "xml.csv.gz")
    flat = threads(jobs, os.path.join(folder, "samples.csv"), "csv.ndjson")
    for name in ("samples.ndjson", "samples.ndjson.gz", "samples.csv.gz"):
        path = threads(jobs, os.path.join(folder, name), "flat.ndjson")
        jobs.same(f"samples.csv and {name}", path, digest(flat))
    jobs.same("standard input", jobs.convert("-", "stdin.ndjson", stdin=export), expected)
    archive = os.path.join(folder, "export.zip")
    jobs.same("a zip on standard input", jobs.convert("-", "z.ndjson", stdin=archive), expected)
    chain(jobs, first)
    for order, memory in (("start", "1M"), ("end", "1M"), ("start", "32M")):
        sorting(jobs, export, first, order, memory)
    start_up(jobs)
    if is_big:
        growth(jobs)
    print(f"largest: {max(jobs.peaks.values()):.0f} MiB of {len(jobs.peaks)} jobs")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("workdir")
    parser.add_argument("records", type=int)
    parser.add_argument("--big", action="store_true")
    arguments = parser.parse_args()
    if not SHARED:
        sys.exit("check_roundtrip.py needs HEALTHCONV_SHARED")
    folder = os.path.join(arguments.workdir, "roundtrip")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    jobs = Jobs(arguments.binary, folder)
    try:
        run(jobs, arguments.records, arguments.big)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    verdict("check_roundtrip", jobs.failures, jobs.checked)


if __name__ == "__main__":
    main()
