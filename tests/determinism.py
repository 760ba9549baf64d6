#!/usr/bin/env python3
"""determinism.py IDEM FOLDER: scan and coverage print the same bytes whatever the number of threads, the layout of memory
and the order of arguments, and naming a part of a project prints exactly its rows.

Layouts differ by the kernel's randomisation from run to run, and on purpose by the allocator's settings: anything that is
ordered by address shows sooner or later."""
import csv
import io
import os
import subprocess
import sys
from pathlib import Path

IDEM, FOLDER = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).resolve()
LAYOUTS = [{}, {"MALLOC_MMAP_THRESHOLD_": "4096", "MALLOC_TOP_PAD_": "0"}, {"MALLOC_PERTURB_": "165", "MALLOC_ARENA_MAX": "1"}]
failures = []


def run(command, *arguments, layout=0):
    more = ["--fail-on", "never"] if command == "coverage" else []
    # Fixtures stand below tests/; what the ignore files of this repository say is not theirs.
    done = subprocess.run([IDEM, command, "--root", str(FOLDER), "--include-tests", "--include-ignored", *more, *arguments], cwd=FOLDER,
                          env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "COLUMNS": "100", **LAYOUTS[layout]}, capture_output=True, timeout=120)
    if done.returncode not in (0, 3):
        failures.append(f"{command} {' '.join(arguments)}: exit {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}")
    return done.stdout, done.stderr


def same(what, left, right):
    if left == right:
        return
    a, b = left[0].decode(errors="replace").splitlines(), right[0].decode(errors="replace").splitlines()
    first = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    failures.append(f"{what}: differs from line {first + 1}: {a[first:first + 1]} and {b[first:first + 1]}")


parts = sorted(path.name for path in FOLDER.iterdir() if not path.name.startswith((".", "expected")))
for command in ("scan", "coverage"):
    for form in ("json", "text"):
        options = ["--format", form, "--methods=all", "-v"]
        first = run(command, "--jobs", "1", *options)
        for jobs, layout in (("2", 1), ("8", 2), ("1", 1)):
            same(f"{command} --format {form} --jobs {jobs}", first, run(command, "--jobs", jobs, *options, layout=layout))
        same(f"{command} --format {form}, parts in order and backwards", run(command, *options, *parts), run(command, *options, *reversed(parts), layout=1))


def rows(text):
    return list(csv.DictReader(io.StringIO(text.decode())))


whole = rows(run("scan", "--format", "csv", "--methods=all")[0])
for part in parts:
    own = rows(run("scan", part, "--format", "csv", "--methods=all")[0])
    # What is declared there or handled there.
    expected = [
        row
        for row in whole
        if any(file == part or file.startswith(part + "/") for file in (row["file"], row["handler_file"]))
    ]
    if own != expected:
        failures.append(f"scan {part}: {len(own)} rows, but {len(expected)} of `scan .` are its own")
print(f"{FOLDER.name}: {len(whole)} rows")
print("\n".join(failures))
sys.exit(1 if failures else 0)
