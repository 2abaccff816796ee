"""Makes each change of the client's files fail, and checks that nothing is lost and nothing is half done.

usage: client.py PROGRAM TRIALS

PROGRAM is the client. TRIALS is the maximum number of changes of a command that fail. Afterwards, each file is as
before the command or as after a successful command, and a failed command prints an error. A temporary file remains only if its
removal fails. If a command is killed before a change, "plans undo" restores the plans. A
history is read the same with and without its index. Each difference is printed. The
last line is the result; the status is 1 if there is a difference.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from failing import ERRORS, FailingWrites, sample

SUMMARY = {
    "workoutId": "w1", "plan": "20s run", "completed": True, "startedAt": "2026-01-01T00:00:00Z",
    "endedAt": "2026-01-01T00:10:00Z", "elapsedMs": 600_000, "pausedMs": 0, "distanceM": 1000, "intervals": 2,
}
NOTE = {"at": "2026-01-01T01:00:00Z", "change": "note", "workoutId": "w1", "note": "windy"}
# The changes of the command after the last ";" fail. The commands before it succeed.
COMMANDS = [
    ["history", "note", "1", "legs", "heavy"], ["history", "correct", "1", "1200mtr"],
    ["history", "remove", "1", "--yes"], ["history", "undo"],
    ["plans", "rename", "hills", "slopes"], ["plans", "rename", "hills", "flat", "--overwrite"],
    ["plans", "remove", "hills"], ["plans", "remove", "flat", ";", "plans", "remove", "hills"],
    ["plans", "remove", "hills", ";", "plans", "undo"], ["plans", "rename", "hills", "slopes", ";", "plans", "undo"],
    ["plans", "remove", "couch", ";", "plans", "rename", "hills", "flat", "--overwrite", ";", "plans", "undo"],
    ["new", "long"], ["new", "hills", "--overwrite"],
    ["import", "{home}/tempo.txt", "--type", "icu", "--name", "tempo"],
    ["import", "{home}/tempo.txt", "--type", "icu", "-o", "{home}/out/tempo.plan"],
    ["export", "hills", "-o", "{home}/out/hills.fit"], ["export", "hills", "-o", "{home}/out/old.fit", "--overwrite"],
    ["export", "couch", "-o", "{home}/out/couch", "--type", "fit", "--from", "2026-12-01"],
    ["history", "export", "1", "-o", "{home}/out/done.tcx"],
    ["history", "export", "--since", "2025-12-01", "-o", "{home}/out/couch"],
    ["render", "2x(1s run)", "-o", "{home}/out/beeps.wav"],
    ["render", "2x(1s run)", "-o", "{home}/out/old.wav", "--overwrite"],
    ["program", "couch", "--at", "w1d2"],
]
# After a kill during the last command, "plans undo" restores the plans before all commands.
KILLED = [
    ["plans", "remove", "hills"], ["plans", "rename", "hills", "slopes"],
    ["plans", "rename", "hills", "flat", "--overwrite"], ["plans", "remove", "hills", ";", "plans", "undo"],
    ["plans", "rename", "hills", "slopes", ";", "plans", "undo"],
    ["plans", "rename", "hills", "flat", "--overwrite", ";", "plans", "undo"],
]
# Commands that make or extend the index of the history.
INDEXED = [["history"], ["history", "note", "1", "legs", "heavy"]]
# Contents that differ in each run: the time of a change, and the time and the identifier of a file.
VARYING = re.compile(rb'"at":"[^"]*"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ')


class Trial:
    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.folder = tempfile.mkdtemp(prefix="intervald-writes.")
        self.home = f"{self.folder}/home"
        self.writes = FailingWrites(self.folder)

    def prepare(self, earlier=()):
        """Makes the files, and runs the earlier commands, which succeed."""
        shutil.rmtree(self.home, ignore_errors=True)
        files = {
            "state/intervald/history.jsonl": f"{json.dumps(SUMMARY)}\n{json.dumps(NOTE)}\n",
            "config/intervald/plans/hills.plan": "10x(20s run, 10s walk)\n",
            "config/intervald/plans/flat.plan": "5m walk\n",
            "config/intervald/plans/couch.program": 'week 1\nsession: 20m walk\nsession: 25m walk\n',
            "tempo.txt": "- 10m 80%\n- 5m 60%\n", "out/old.fit": "old", "out/old.wav": "old", "out/old.cue": "old",
            "out/couch/.keep": "",
        }
        for name, text in files.items():
            path = f"{self.home}/{name}"
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(path, 0o600)
        for command in earlier:
            self.invoke(command).check_returncode()

    def run(self, command, number=0, error="ENOSPC"):
        *earlier, last = split(command)
        self.prepare(earlier)
        return self.invoke(last, number, error)

    def invoke(self, command, number=0, error="ENOSPC"):
        environment = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": self.home, "XDG_RUNTIME_DIR": f"{self.home}/run",
            "XDG_CONFIG_HOME": f"{self.home}/config", "XDG_DATA_HOME": f"{self.home}/data",
            "XDG_STATE_HOME": f"{self.home}/state", "XDG_DATA_DIRS": f"{self.home}/data",
            "LD_PRELOAD": self.writes.library, **self.writes.variables(self.home, number, error),
        }
        words = [word.replace("{home}", self.home) for word in command]
        return subprocess.run(
            [self.program, *words], env=environment, input=b"30x(20s run, 10s walk)\n", capture_output=True, timeout=60,
            cwd=self.folder)

    def files(self):
        """The contents of the files by their names; for FIT files, which contain their time, the sizes."""
        contents = {}
        for folder, _, names in os.walk(self.home):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    text = VARYING.sub(b"", file.read())
                contents[os.path.relpath(path, self.home)] = len(text) if name.endswith(".fit") else text
        return contents

    def differences(self, command, trials):
        """The number of trials of a command, and the differences."""
        self.prepare(split(command)[:-1])
        before = self.files()
        result = self.run(command)
        if result.returncode:
            return 1, [f"without a failure: {result.stderr.decode()}"]
        after, count = self.files(), self.writes.count
        differences = []
        numbers = sample(count, trials)
        for index, number in enumerate(numbers):
            error = list(ERRORS)[index % len(ERRORS)]
            difference = self.compare(self.run(command, number, error), before, after)
            if difference:
                differences.append(f"change {number} of {count} fails ({error}): {difference}")
        return len(numbers), differences

    def kill_differences(self, command, trials):
        """The number of trials of a command that is killed before a change, and the differences."""
        self.prepare()
        before = self.plans()
        self.run(command)
        differences = []
        numbers = sample(self.writes.count, trials)
        for number in numbers:
            self.run(command, number, "SIGKILL")
            undone = self.invoke(["plans", "undo"])
            # The status is 1 if no change was made.
            if undone.returncode not in (0, 1) or self.plans() != before:
                differences.append(f"a kill before change {number}, then {undone}: {changed(self.plans(), before)}")
        return len(numbers), differences

    def index_differences(self, command, trials):
        """The number of trials of a command with a history that is long enough for an index, and the differences.

        Each change fails once, and the program is killed once before it. Then the history is read with the index that
        remains, and without an index.
        """
        differences = []
        count = 0
        for earlier in [[], [["history"]]]:
            self.prepare_long_history(earlier)
            self.invoke(command).check_returncode()
            numbers = sample(self.writes.count, trials)
            for number in numbers:
                for error in ("ENOSPC", "SIGKILL"):
                    count += 1
                    self.prepare_long_history(earlier)
                    self.invoke(command, number, error)
                    read = [self.invoke(["history", "--all", "--json"]).stdout for _ in range(2)]
                    if os.path.exists(self.index):
                        os.remove(self.index)
                    read.append(self.invoke(["history", "--all", "--json"]).stdout)
                    if len(set(read)) > 1 or read[0].count(b"\n") != 20:
                        differences.append(f"after change {number} ({error}), the index is wrong")
        return count, differences

    @property
    def index(self):
        return f"{self.home}/state/intervald/history.jsonl.index"

    def prepare_long_history(self, earlier):
        self.prepare()
        with open(self.index.removesuffix(".index"), "w", encoding="utf-8") as file:
            for number in range(20):
                file.write(json.dumps({**SUMMARY, "workoutId": f"w{number}", "plan": "20s run" + " " * 4000}) + "\n")
        for command in earlier:
            self.invoke(command).check_returncode()

    def plans(self):
        """The contents of the plans and programs, without those in the hidden folder."""
        shown = re.compile("plans/[^/.]+[.](plan|program)$")
        return {name: bytes for name, bytes in self.files().items() if shown.search(name)}

    def compare(self, result, before, after):
        now = self.files()
        if self.writes.failed_removals:
            now = {name: bytes for name, bytes in now.items() if not name.endswith(".new")}
        message = result.stderr.decode()
        if result.returncode and not re.search("^error: ", message, re.MULTILINE):
            return f"status {result.returncode} without an error: {message}"
        if not result.returncode and now != after:
            return f"status 0, but {changed(now, after)}"
        strange = [name for name, bytes in now.items() if bytes not in (before.get(name), after.get(name))]
        if strange:
            return f"half done: {', '.join(strange)}"
        if now not in (before, after):
            return f"only a part is done: {changed(now, after)}"
        return None


def split(command):
    """The commands that are separated by ";"."""
    commands = [[]]
    for word in command:
        if word == ";":
            commands.append([])
        else:
            commands[-1].append(word)
    return commands


def changed(now, after):
    names = [name for name in now.keys() | after.keys() if now.get(name) != after.get(name)]
    return f"not done: {', '.join(sorted(names))}"


def main(program, trials):
    trial = Trial(program)
    total = failures = 0
    try:
        cases = [(trial.differences, command) for command in COMMANDS]
        cases += [(trial.kill_differences, command) for command in KILLED]
        cases += [(trial.index_differences, command) for command in INDEXED]
        for differences_of, command in cases:
            count, differences = differences_of(command, trials)
            total += count
            failures += len(differences)
            for difference in differences:
                print(f"intervalctl {' '.join(command)}: {difference}")
    finally:
        shutil.rmtree(trial.folder)
    print(f"writes of the client: {total} trials of {len(cases)} commands, {failures} differences")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
