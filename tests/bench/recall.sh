#!/bin/sh
# What `idem scan` finds of the project's own fixtures, one line a framework: routes found of those that
# expected.json lists, and how many of them with the very effects.
set -eu
cd "$(dirname "$0")/../.."
python3 - <<'END'
import collections, glob, json, os, subprocess
total = collections.Counter()
for expected in sorted(glob.glob("tests/frameworks/*/*/expected.json")):
    folder = os.path.dirname(expected)
    scan = subprocess.run(["idem", "scan", folder, "--root", folder, "--methods", "all", "--format", "json"],
                          capture_output=True, text=True)
    endpoints = json.loads(scan.stdout)["endpoints"]
    found = collections.defaultdict(list)
    for e in endpoints:
        effects = sorted({x["kind"] for x in e["effects"] if not x.get("ambient")})
        found[(e["method"] or "", e["path"] or "", e["operation"] or "", e["file"])].append(effects)
    rows = json.load(open(expected))
    hit = exact = 0
    for row in rows:
        place = (row.get("method", ""), row.get("path", ""), row.get("operation", ""), row["file"])
        if not found[place]:
            continue
        hit += 1
        if sorted(row["effects"]) in found[place]:
            exact += 1
            found[place].remove(sorted(row["effects"]))
        else:
            found[place].pop()
    name = folder.removeprefix("tests/frameworks/")
    print(f"  {name:<34} {hit:4} of {len(rows):4} routes   {exact:4} with their effects")
    total.update(rows=len(rows), hit=hit, exact=exact)
print(f"  {'together':<34} {total['hit']:4} of {total['rows']:4} routes   {total['exact']:4} with their effects")
END
