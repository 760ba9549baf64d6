#!/usr/bin/env python3
"""conformance.py IDEM: the same small shop in every language gives the same event tree but for names (shop.*, through
`idem facts`), and the same routes, effects and judgement (app.*, through `idem coverage`)."""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

IDEM = os.path.abspath(sys.argv[1])
SHOPS = sorted(path for path in (Path(__file__).parent / "conformance").iterdir() if path.is_dir())


def tree(shop):
    """The facts without what only a language has: imports, packages, types, and whether a binding may change."""
    file = next(shop.glob("shop.*"))
    text = subprocess.run([IDEM, "facts", file.name], cwd=shop, capture_output=True, text=True, check=True).stdout
    blocks, own = {}, None
    for line in text.splitlines():
        if line.startswith(("file ", "import ", "package ")):
            continue
        if not line.startswith(" "):
            own = blocks.setdefault(re.sub(r": \w+", "", line), [])
            continue
        own.append(re.sub(r"^( *)(const|let) ", r"\1set ", line))
    # Functions are hoisted in some languages and not in others: the order at module level is none of the shop's.
    blocks["fn#0 module"].sort()
    return blocks


def judgement(shop):
    text = subprocess.run([IDEM, "coverage", "--root", str(shop), "--methods", "all", "--fail-on", "never", "--format", "json"],
                          cwd=shop, capture_output=True, text=True, check=True).stdout
    rows = []
    for endpoint in json.loads(text)["endpoints"]:
        effects = sorted({effect["kind"] for effect in endpoint["effects"] if not effect.get("ambient")})
        rows.append(f"{endpoint['method']} {endpoint['path'].rstrip('/')} {endpoint['tier']} {' '.join(effects)}: {endpoint['coverage']['verdict']}")
    return sorted(rows)


failed = False
for what, ask in (("events", tree), ("judgement", judgement)):
    answers = {shop.name: ask(shop) for shop in SHOPS}
    first = next(iter(answers))
    for name, answer in answers.items():
        if answer == answers[first]:
            continue
        failed = True
        print(f"{what} of {name} differ from those of {first}:")
        for side, one in ((first, answers[first]), (name, answer)):
            print(f"  {side}: {json.dumps(one, indent=4)}")
    print(f"{what}: {len(answers)} languages, {len(answers[first])} parts")
sys.exit(1 if failed else 0)
