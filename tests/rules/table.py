#!/usr/bin/env python3
"""table.py IDEM: how many positive and near-miss cases each rule has, by language; fails where a rule has fewer than
three of either.

The rules are those that `idem explain --list-rules` prints. Cases whose gap is known count apart: they are no proof.
"""
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
LANGUAGES = {".ts": "ts", ".tsx": "ts", ".js": "ts", ".mjs": "ts", ".py": "py", ".go": "go", ".sql": "sql"}
ORDER = ["ts", "py", "go", "sql", "other"]
FLOOR = 3


def languages_of(names):
    found = {LANGUAGES[os.path.splitext(n)[1]] for n in names if os.path.splitext(n)[1] in LANGUAGES}
    code = found - {"sql"}
    return code or found or {"other"}


def cases():
    """(rule, positive or near, languages, gap) of every case below this folder, those of libraries left out."""
    for rule in sorted(os.listdir(HERE)):
        folder = os.path.join(HERE, rule)
        if not os.path.isdir(folder) or rule == "libraries":
            continue
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name, "case.json")
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    case = json.load(file)
                files = [f for _, _, fs in os.walk(os.path.join(folder, name)) for f in fs]
                yield case["rule"], "bad" if case["expect"] else "near", languages_of(files), "gap" in case
        path = os.path.join(folder, "cases.json")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for case in json.load(file):
                    yield case["rule"], "bad" if case["expect"] else "near", languages_of(case["files"]), "gap" in case


def main():
    listed = subprocess.run([sys.argv[1], "explain", "--list-rules"], stdout=subprocess.PIPE, check=True, text=True)
    rules = re.findall(r"^([a-z][a-z-]+)\b", listed.stdout, re.MULTILINE)
    counts = defaultdict(Counter)
    gaps = Counter()
    for rule, kind, languages, gap in cases():
        if gap:
            gaps[rule] += 1
            continue
        counts[rule][kind] += 1
        for language in languages:
            counts[rule][kind, language] += 1
    print(f"{'rule':32} {'positive':22} {'near miss':22} gaps")
    short = []
    for rule in rules:
        cells = []
        for kind in ("bad", "near"):
            parts = [f"{l} {counts[rule][kind, l]}" for l in ORDER if counts[rule][kind, l]]
            cells.append(f"{counts[rule][kind]:2}  {' '.join(parts)}")
        print(f"{rule:32} {cells[0]:22} {cells[1]:22} {gaps[rule] or ''}")
        if min(counts[rule]["bad"], counts[rule]["near"]) < FLOOR:
            short.append(rule)
    unknown = sorted(set(counts) - set(rules))
    print(f"{len(rules)} rules, {sum(counts[r]['bad'] for r in rules)} positives, "
          f"{sum(counts[r]['near'] for r in rules)} near misses, {sum(gaps.values())} known gaps")
    for rule in short:
        print(f"FAIL {rule}: fewer than {FLOOR} positives or near misses")
    for rule in unknown:
        print(f"FAIL {rule}: no such rule")
    return 1 if short or unknown or not rules else 0


if __name__ == "__main__":
    sys.exit(main())
