"""check_rows.py EXPECTED ROWS.json: do the rows of an emitted statement hold the classes of expected.txt?

A row is a group: the first word of `verdicts` is its class. What is young is not judged yet; groups without a verdict
and groups that the statement leaves out agree. Only the classes are compared, keys and records of each."""
import json
import sys

UNJUDGED = {"matched", "failed-without-record", "waiting", "in-flight", "settling", "beyond-retention", "no-live-effect", "outside-window"}
found = {}
for row in json.load(open(sys.argv[2])):
    words = (row["verdicts"] or "").split()
    if not words or (int(row["young"]) == 1 and words[0] not in ("unmapped", "clock-anomaly")):
        continue
    keys, records = found.get(words[0], (0, 0))
    found[words[0]] = (keys + int(row["nk"]), records + int(row["nr"]))
expected = {}
for line in open(sys.argv[1]):
    name, keys, records, _ = line.split()
    if name not in UNJUDGED:
        expected[name] = (int(keys), int(records))
for name in sorted(set(expected) | set(found)):
    if expected.get(name) != found.get(name):
        print(f"{name}: expected {expected.get(name)}, found {found.get(name)}")
sys.exit(0 if expected == found else 1)
