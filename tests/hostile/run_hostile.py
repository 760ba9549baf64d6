#!/usr/bin/env python3
"""Runs `idem scan` and `idem coverage` over one hostile tree, made anew for the run.

    run_hostile.py IDEM CASE      exit status 0: held; 1: crashed, hung, grew without bound or was silent; 77: cannot run here
    run_hostile.py --list

A case (hostile_cases.py) writes a tree and says what must hold: the exit code under --strict, what stderr must tell, a
bound on processor seconds and on memory. Bounds are for a build with checks on a busy machine: they catch growth that is
not linear, not a slow day. IDEM_HOSTILE_FACTOR multiplies them (sanitizers).
"""
import json
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import hostile_cases  # noqa: E402

FACTOR = float(os.environ.get("IDEM_HOSTILE_FACTOR", "1"))


def run(idem, arguments, folder, seconds, uid):
    """Exit code, standard error, processor seconds and peak megabytes of one run; None as the code for a time-out."""
    errors = folder.parent / "stderr"
    pid = os.fork()
    if pid == 0:
        try:
            os.chdir(folder)
            for stream, name, mode in ((0, os.devnull, os.O_RDONLY), (1, folder.parent / "stdout", os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
                                       (2, errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)):
                handle = os.open(name, mode, 0o644)
                os.dup2(handle, stream)
            limit = int(seconds * FACTOR) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if uid is not None:
                os.setgid(uid)
                os.setuid(uid)
            os.execv(idem, [idem, *arguments])
        except OSError as error:
            os.write(2, f"run_hostile: {error}".encode())
        os._exit(127)
    started = time.monotonic()
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            break
        if time.monotonic() - started > 10 * seconds * FACTOR + 60:
            os.kill(pid, 9)
            os.waitpid(pid, 0)
            return None, "no end in sight", 0, 0
        time.sleep(0.01)
    code = os.waitstatus_to_exitcode(status)
    return code, errors.read_bytes().decode(errors="surrogateescape"), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def check(idem, name):
    case = hostile_cases.CASES[name]
    problems = []
    with tempfile.TemporaryDirectory(prefix="idem-hostile-") as scratch:
        folder = Path(scratch).resolve() / "tree"
        folder.mkdir()
        (folder / "idem.toml").write_text("")
        expected = case.make(folder) or {}
        if "skip" in expected:
            print(f"skipped: {expected['skip']}")
            return 77
        uid = expected.get("uid")
        if uid is not None:
            os.chmod(scratch, 0o777)
        for command in ("scan", "coverage"):
            report = folder.parent / f"{command}.json"
            arguments = [command, "--strict", "--root", str(folder), "--format", f"json={report}", *expected.get("options", [])]
            if command == "coverage":
                arguments += ["--fail-on", "never"]
            code, told, seconds, megabytes = run(idem, arguments, folder, case.seconds, uid)
            print(f"{name}: {command}: exit {code}, {seconds:.1f} s, {megabytes:.0f} MB")
            wanted = expected.get("code", 0)
            if code not in (wanted if isinstance(wanted, tuple) else (wanted,)):
                problems.append(f"{command}: exit code {code}, expected {wanted}; {told[-600:]}")
                continue
            if megabytes > case.megabytes * FACTOR:
                problems.append(f"{command}: {megabytes:.0f} MB, allowed are {case.megabytes}")
            for words in expected.get("told", []):
                if words not in told:
                    problems.append(f"{command}: stderr does not tell '{words}': {told[-600:]}")
            if code == 2:
                continue
            found = json.loads(report.read_bytes())  # strict: the report is valid JSON and valid UTF-8
            skipped = found["stats"]["skipped"]
            kinds = {each["kind"] for each in found["diagnostics"]}
            for kind in expected.get("kinds", []):
                if kind not in kinds:
                    problems.append(f"{command}: no diagnostic of kind {kind}; {kinds}")
            for reason in expected.get("skipped", []):
                if reason not in skipped:
                    problems.append(f"{command}: nothing told as skipped: {reason}; {skipped}")
            routes = {f"{each['method']} {each['path']}" for each in found["endpoints"]}
            for route in expected.get("routes", []):
                if route not in routes:
                    problems.append(f"{command}: {route} is missing; found {sorted(routes)[:5]} of {len(routes)}")
            if "count" in expected and len(found["endpoints"]) != expected["count"]:
                problems.append(f"{command}: {len(found['endpoints'])} entry points, expected {expected['count']}")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        # Cases that take minutes are for those who ask: IDEM_HOSTILE_ALL=1 when configuring.
        print("\n".join(name for name, case in hostile_cases.CASES.items() if not case.slow or os.environ.get("IDEM_HOSTILE_ALL")))
        sys.exit(0)
    if len(sys.argv) != 3 or sys.argv[2] not in hostile_cases.CASES:
        sys.exit(__doc__)
    sys.exit(check(os.path.abspath(sys.argv[1]), sys.argv[2]))
