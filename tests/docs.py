#!/usr/bin/env python3
"""docs.py IDEM DOC...: runs the commands of the console blocks of documents and holds their output against what is printed.

A block is a command after "$ " and the lines that follow it, which must come in the output one after the other, exactly
so; a document may show a part of a long output, but nothing else. Files that a command names are taken from
tests/docs/<name of the document>/. The width is the one the documents are written for.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

WIDTH = "92"


def blocks(text):
    for fence in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        command, output = None, []
        for line in fence.splitlines():
            if line.startswith("$ "):
                if command is not None:
                    yield command, output
                command, output = line[2:], []
            else:
                output.append(line)
        if command is not None:
            yield command, output


def run(idem, command, files):
    with tempfile.TemporaryDirectory() as folder:
        if files.is_dir():
            shutil.copytree(files, folder, dirs_exist_ok=True)
        environment = {"PATH": f"{idem.parent}:{os.defpath}", "HOME": folder, "LANG": "C.UTF-8", "COLUMNS": WIDTH}
        done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=60, check=False)
        return (done.stdout + done.stderr).splitlines()


def holds(output, expected):
    return any(output[at:at + len(expected)] == expected for at in range(len(output) - len(expected) + 1))


def main():
    idem, failed, checked = pathlib.Path(sys.argv[1]).resolve(), 0, 0
    for name in sys.argv[2:]:
        document = pathlib.Path(name)
        for command, expected in blocks(document.read_text(encoding="utf-8")):
            while expected and not expected[-1]:
                expected.pop()
            checked += 1
            output = run(idem, command, pathlib.Path(__file__).parent / "docs" / document.stem)
            if not expected or not holds(output, expected):
                failed += 1
                print(f"{name}: $ {command}\n--- documented\n" + "\n".join(expected) + "\n--- real\n" + "\n".join(output))
    print(f"{checked} commands, {failed} with another output")
    return 1 if failed or checked == 0 else 0


sys.exit(main())
