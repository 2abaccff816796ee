"""Makes each change of the daemon's files fail once, or from then on, and checks what the next daemon restores.

usage: daemon.py PROGRAM TRIALS

PROGRAM is the daemon. TRIALS is the maximum number of changes that fail in each series. The clocks are simulated, see
../model/machine.c. Each difference is printed. The last line is the result; the status is 1 if there is a difference.
"""

import os
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "model"))

from failing import FailingWrites, sample
from machine import SECOND_NS, Machine

FIRST = "lead-in off\n4x(20s run @5:00/km, 10s walk @10:00/km)"
SECOND = "lead-in off\n30x(20s run @5:00/km, 10s walk @10:00/km)"
# The laps of a summary: the end in milliseconds, and the reason.
FIRST_LAPS = [(20_000, "time"), (30_000, "time"), (50_000, "time"), (60_000, "time"), (80_000, "time"),
              (90_000, "time"), (110_000, "time"), (120_000, "time")]
STOPPED_LAPS = [(15_000, "stop")]
SECOND_LAPS = [(20_000, "time"), (25_000, "next"), (45_000, "time"), (55_000, "time"), (60_000, "stop")]


class Trial:
    def __init__(self, program):
        self.machine = Machine(program)
        self.machine.configure("sound off\nnotify off\nmpris off\n")
        self.writes = FailingWrites(self.machine.folder)
        self.environment = dict(self.machine.environment)
        self.folders = {"disk": f"{self.machine.folder}/state", "memory": f"{self.machine.folder}/run"}

    def perform(self, folder="disk", number=0, error="ENOSPC", repeats=False, end=signal.SIGKILL):
        """Runs a workout that ends, one that is stopped, and a part of a third one while a change fails.

        The rest of the third workout is in the next daemon.

        Returns the difference from the promise, or None.
        """
        for name in ("state", "run"):
            os.system(f"find {self.machine.folder}/{name}/intervald -mindepth 1 ! -type s -delete")
        variables = self.writes.variables(self.folders[folder], number, error, repeats)
        library = f"{self.environment['LD_PRELOAD']}:{self.writes.library}"
        self.machine.environment = {**self.environment, **variables, "LD_PRELOAD": library}
        self.machine.start()
        try:
            self.call("GetStatus")
        except ConnectionError:
            return self.compare_refusal()
        workouts = [self.run_finished(), self.run_stopped(), self.run_interrupted()]
        self.machine.end(end)
        self.count = self.writes.count
        self.log = self.machine.log
        self.machine.environment = self.environment
        self.machine.start()
        difference = self.compare_status(workouts[2])
        self.advance(5)
        self.machine.call("Stop")
        self.machine.end(signal.SIGTERM)
        return difference or self.compare_history(workouts)

    def run_finished(self):
        workout = self.call("Start", plan=FIRST, replace=True)["status"]["workoutId"]
        for seconds in (20, 10, 20, 10, 20, 10, 20, 10):
            self.advance(seconds)
        return workout

    def run_stopped(self):
        workout = self.call("Start", plan=SECOND, replace=True)["status"]["workoutId"]
        self.advance(15)
        self.call("Stop")
        return workout

    def run_interrupted(self):
        workout = self.call("Start", plan=SECOND, replace=True)["status"]["workoutId"]
        self.advance(20)
        self.advance(5)
        self.call("Next")
        self.advance(20)
        self.advance(10)
        return workout

    def compare_refusal(self):
        """A daemon that cannot lock its folders does not start, and says why."""
        status, self.log = self.machine.process.wait(), self.machine.log
        if status == 0 or not self.log:
            return f"the daemon ends with status {status}"
        return None

    def compare_status(self, workout):
        status = self.call("GetStatus")["status"]
        if status.get("workoutId") != workout:
            return f"the third workout is not restored: {status}"
        if status.get("lost"):
            return f"the daemon has lost {status['lost']}"
        if (status["number"], status["elapsedMs"]) != (5, 55_000):
            return f"the position is lost: {status}"
        return None

    def compare_history(self, workouts):
        lines = self.machine.history()
        if [line["workoutId"] for line in lines] != workouts:
            return f"the history does not contain each workout once: {lines}"
        for line, laps in zip(lines, (FIRST_LAPS, STOPPED_LAPS, SECOND_LAPS)):
            recorded = [(lap["endMs"], lap["ended"]) for lap in line["laps"]["laps"]]
            if recorded != laps:
                return f"the laps are {recorded}"
        return None

    def advance(self, seconds):
        self.machine.advance(seconds * SECOND_NS)
        self.machine.ring()
        # The daemon performs the call after the cues that are due.
        self.call("Resume", allowed="NotRunning")

    def call(self, method, allowed=None, **parameters):
        error, reply = self.machine.call(method, **parameters)
        if error not in (None, allowed):
            raise RuntimeError(f"{method}: {error} {reply}")
        return reply


def main(program, trials):
    trial = Trial(program)
    failures = total = 0
    try:
        for folder in ("disk", "memory"):
            difference = trial.perform(folder)
            if difference:
                print(f"without a failure: {difference}")
                return 1
            # The number of changes varies a little, because the daemon combines writes.
            # After the last changes, the daemon is killed before it can try again.
            for number in sorted({*sample(trial.count, trials), *range(trial.count - 9, trial.count + 1)}):
                series = [("ENOSPC", False, signal.SIGKILL), ("EIO", False, signal.SIGTERM)]
                series += [("ENOSPC", True, signal.SIGKILL), ("EROFS", True, signal.SIGTERM)]
                for error, repeats, end in series:
                    difference = trial.perform(folder, number, error, repeats, end)
                    total += 1
                    if difference:
                        failures += 1
                        kind = "from then on" if repeats else "once"
                        print(f"{folder}: change {number} fails {kind} ({error}, {end.name}): {difference}")
                        print(trial.log)
    finally:
        trial.machine.close()
    print(f"writes of the daemon: {total} trials, {failures} differences")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
