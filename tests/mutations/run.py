#!/usr/bin/env python3
"""run.py IDEM [FIXTURE…]: what protects is taken away piece by piece, and what does not matter is changed.

Each folder beside this file is one protected program with its mutations.json:
  verdict    of its only entry point, as it stands; `findings`: the rules that fire all the same
  mutants    one protective element less each: `replace` (pairs, each must occur once), then either a `rule` that was silent
             before fires, the entry point falls to one of the words of `verdict`, or `decisions` are answered as they say
  harmless   changes that must change neither the verdict nor the rules that fire: `renames` (identifier → identifier),
             `wrap` (first and last line of a block to wrap), `swap` (two pieces, by their first and last lines), `split`
             (a piece that moves to a file of its own), `replace` as above
Everything is done on copies in a temporary folder; the same input gives the same output.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def judge(idem, files):
    """Verdict and decisions of the only entry point with an effect, and the rules that fire, over these files."""
    with tempfile.TemporaryDirectory(prefix="idem-mutation-") as folder:
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        run = subprocess.run([idem, "coverage", "--no-cache", "--format", "json", "."], cwd=folder,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        if run.returncode > 1:
            raise SystemExit(f"idem ended with {run.returncode}")
        report = json.loads(run.stdout)
    judged = [e["coverage"] for e in report["endpoints"] if e["effects"]]
    if len(judged) != 1:
        return "none", set(), {}
    decisions = {word: state["status"] for word, state in judged[0]["decisions"].items()}
    return judged[0]["verdict"], {finding["rule"] for finding in report["findings"]}, decisions


def replaced(text, pairs):
    for old, new in pairs:
        if text.count(old) != 1:
            raise SystemExit(f"occurs {text.count(old)} times instead of once: {old}")
        text = text.replace(old, new)
    return text


def piece(lines, first, last):
    """The lines from the one that starts with `first` to the next that starts with `last`, both included."""
    begin = next(i for i, line in enumerate(lines) if line.startswith(first))
    end = next(i for i in range(begin, len(lines)) if lines[i].startswith(last))
    return begin, end + 1


def wrapped(text, spec):
    lines = text.split("\n")
    begin, end = piece(lines, spec["first"], spec["last"])
    margin = re.match(r"\s*", lines[begin]).group()
    step = "\t" if "\t" in margin else ("    " if spec["open"].endswith(":") else "  ")
    inner = [step + line if line else line for line in lines[begin:end]]
    close = [margin + spec["close"]] if spec.get("close") else []
    return "\n".join(lines[:begin] + [margin + spec["open"]] + inner + close + lines[end:])


def swapped(text, spec):
    lines = text.split("\n")
    (a, b), (c, d) = piece(lines, *spec[0]), piece(lines, *spec[1])
    if a > c:
        (a, b), (c, d) = (c, d), (a, b)
    return "\n".join(lines[:a] + lines[c:d] + lines[b:c] + lines[a:b] + lines[d:])


def harmless(files, main, change):
    files = dict(files)
    text = files[main]
    for old, new in change.get("renames", {}).items():
        if re.search(rf"\b{new}\b", text):
            raise SystemExit(f"{new} is taken")
        text = re.sub(rf"(?<![\w.'\"-]){old}(?![\w'\"-])", new, text)
    if "replace" in change:
        text = replaced(text, change["replace"])
    if "wrap" in change:
        text = wrapped(text, change["wrap"])
    if "swap" in change:
        text = swapped(text, change["swap"])
    if "split" in change:
        spec = change["split"]
        lines = text.split("\n")
        begin, end = piece(lines, spec["first"], spec["last"])
        moved = "\n".join(lines[begin:end])
        files[spec["file"]] = spec["head"] + spec.get("export", "") + moved + "\n"
        text = replaced("\n".join(lines[:begin] + lines[end:]), spec.get("replace", []))
    files[main] = text
    return files


def check(idem, name):
    folder = os.path.join(HERE, name)
    spec = json.loads(read(os.path.join(folder, "mutations.json")))
    names = sorted(f for f in os.listdir(folder) if f != "mutations.json")
    files = {f: read(os.path.join(folder, f)) for f in names}
    main = spec.get("main") or names[0]
    failed = []
    counts = {"mutants": 0, "harmless": 0, "gaps": 0}

    def tell(kind, what, ok, got, gap=None):
        counts[kind] += 1
        if ok:
            return
        if gap:
            counts["gaps"] += 1
            print(f"gap  {name}: {what}: {gap}")
        else:
            failed.append(f"FAIL {name}: {what}: {got[0]} {sorted(got[1])}")

    before = judge(idem, files)
    as_it_stands = (spec["verdict"], set(spec.get("findings", [])))
    if before[:2] != as_it_stands:
        return [f"FAIL {name}: as it stands: {before[0]} {sorted(before[1])}, expected {as_it_stands[0]} "
                f"{sorted(as_it_stands[1])}"], counts
    for mutant in spec["mutants"]:
        changed = dict(files)
        file = mutant.get("file", main)
        changed[file] = replaced(files[file], mutant["replace"])
        got = judge(idem, changed)
        falls = got[0] in mutant["verdict"] if "verdict" in mutant else True
        fires = mutant["rule"] in got[1] - before[1] if "rule" in mutant else True
        answered = mutant.get("decisions", {}).items() <= got[2].items()
        tell("mutants", mutant["name"], falls and fires and answered, got, mutant.get("gap"))
    for change in spec["harmless"]:
        got = judge(idem, harmless(files, main, change))
        tell("harmless", change["name"], got == before, got, change.get("gap"))
    return failed, counts


def main():
    idem = os.path.abspath(sys.argv[1])
    os.environ["XDG_CACHE_HOME"] = os.path.join(tempfile.gettempdir(), "idem-no-cache")
    names = sys.argv[2:] or sorted(f for f in os.listdir(HERE) if os.path.isdir(os.path.join(HERE, f)))
    failed = []
    for name in names:
        wrong, counts = check(idem, name)
        failed += wrong
        print(f"{name:24} {counts['mutants']:3} mutants  {counts['harmless']:3} harmless changes  "
              f"{counts['gaps']:2} known gaps")
    for line in failed:
        print(line)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
