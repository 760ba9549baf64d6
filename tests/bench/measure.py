#!/usr/bin/env python3
"""measure.py [--runs N] [--warm N] LABEL=COMMAND...: wall time of commands, taken in turn so that a noisy machine hits
all alike. Prints label, median, fastest and slowest in milliseconds, and the ratio of medians to the first command.
Output of the commands is dropped; an exit code above 3 (or a signal) stops the measuring."""
import os
import shlex
import shutil
import statistics
import sys
import time


def once(command, sink):
    actions = [(os.POSIX_SPAWN_DUP2, sink, 1), (os.POSIX_SPAWN_DUP2, sink, 2)]
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    _, status = os.waitpid(pid, 0)
    seconds = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1, 2, 3):
        sys.exit(f"measure.py: {' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return seconds * 1000


def main():
    arguments, runs, warm = sys.argv[1:], 11, 2
    while arguments and arguments[0] in ("--runs", "--warm"):
        if arguments[0] == "--runs":
            runs = int(arguments[1])
        else:
            warm = int(arguments[1])
        arguments = arguments[2:]
    commands = []
    for argument in arguments:
        label, _, text = argument.partition("=")
        words = shlex.split(text)
        program = shutil.which(words[0])
        if program is None:
            sys.exit(f"measure.py: there is no {words[0]}")
        commands.append((label, [program] + words[1:]))
    if not commands:
        sys.exit(__doc__)
    sink = os.open(os.devnull, os.O_WRONLY)
    times = {label: [] for label, _ in commands}
    for turn in range(warm + runs):
        for label, command in commands:
            taken = once(command, sink)
            if turn >= warm:
                times[label].append(taken)
    first = statistics.median(times[commands[0][0]])
    for label, _ in commands:
        median = statistics.median(times[label])
        print(f"  {label:<34} {median:9.1f} ms   {min(times[label]):9.1f} to {max(times[label]):.1f}   {median / first:5.2f}")


main()
