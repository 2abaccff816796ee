"""Compares the daemon with a model of a workout, over random plans and random operations.

usage: check.py PROGRAM OPERATIONS [SEED [NUMBER]]

PROGRAM is the daemon. NUMBER is the number of the first plan (default: 0). The last line of the output is the result,
also after SIGINT and SIGTERM. The status is 1 if there is a difference. Each difference is printed with the plan, the
shortest sequence of operations that was found, and both states.
"""

import os
import random
import signal
import sys
import time

from comparison import Difference
from levels import Ambiguous
from machine import SECOND_NS, Machine
from plans import SECOND, Plan, PlanMaker
from status import Rest
from trial import Trial
from workout import Workout

MILLISECOND_NS = 10**6
MAX_INTERVALS = 120


def random_plan(rng):
    """A random plan that is short enough for the model."""
    while True:
        plan = PlanMaker(rng).plan()
        bodies = [step.body for step in plan.steps if hasattr(step, "extent") and step.extent == "forever"]
        try:
            rests = [intervals_of(plan.steps)] + [intervals_of(body) for body in bodies]
        except Ambiguous:
            continue
        if all(rest is None or rest <= MAX_INTERVALS for rest in rests):
            return plan


def intervals_of(steps):
    workout = Workout(Plan(steps, SECOND, "", False), 0)
    return Rest(workout.levels, None, is_begun=False).intervals


class Chooser:
    """Chooses random operations."""

    def __init__(self, rng, trial):
        self.rng, self.trial = rng, trial
        self.is_late = False

    def operation(self, plan):
        rng, workout = self.rng, self.trial.workout
        if workout is None:
            if rng.random() < 0.7:
                return ["start", plan, False]
            return self.rare() or [rng.choice(["stop", "next", "pause", "toggle", "back"])]
        choice = rng.random()
        if choice < 0.36 and not self.is_late:
            self.is_late = rng.random() < 0.25
            return ["advance", self.duration(workout), not self.is_late]
        self.is_late = False
        if choice < 0.42:
            return self.rare() or ["resume"]
        if choice < 0.46 and workout.pause is not None:
            return ["resume"]
        name = rng.choices(
            ["next", "out", "back", "extend", "pause", "resume", "toggle", "correct", "sleep", "stop", "start"],
            [20, 8, 18, 14, 4, 5, 6, 14, 3, 0.7, 0.7])[0]
        if name == "extend":
            return [name, rng.choice([10_000, 30_000, -10_000, -60_000, rng.randint(-90_000, 120_000)])]
        if name == "correct":
            return [name, self.distance(workout)]
        if name == "sleep":
            return self.sleep()
        if name == "start":
            return [name, plan, rng.random() < 0.3]
        return [name]

    def rare(self):
        rng = self.rng
        choice = rng.random()
        if choice < 0.14:
            command = rng.choice([None, None, "next", "out", "pause", "toggle"])
            return ["kill", *self.absence(), command]
        if choice < 0.2:
            return ["term", *self.absence()]
        if choice < 0.5:
            return self.sleep()
        if choice < 0.6:
            return ["correct", float(rng.randint(0, 6000))]
        return None

    def sleep(self):
        rng = self.rng
        length = rng.choice([rng.randint(1, 999) * MILLISECOND_NS, SECOND_NS, rng.randint(1, 3600) * SECOND_NS])
        return ["sleep", length, rng.choice(["status", "status", "pause", "resume", "next", "back"])]

    def absence(self):
        rng, within = self.rng, self.trial.within
        absence = rng.choice([0, 0, rng.randint(0, 20_000), rng.randint(0, 400_000)]) * MILLISECOND_NS
        if rng.random() < 0.1:
            absence = within + rng.choice([-1, 0, 1])
        asleep = rng.choice([0, 0, 0, 0, rng.randint(1, 999), rng.randint(1000, 300_000)]) * MILLISECOND_NS
        return max(absence, 0), asleep

    def duration(self, workout):
        """A time to the next operation in nanoseconds: within the interval, to its end, or longer."""
        rng, trial = self.rng, self.trial
        left = 60 * SECOND_NS
        if workout.deadline is not None:
            left = max(-(-(workout.deadline - trial.now) // 1000), 1)
        limit = left // MILLISECOND_NS + 1
        choice = rng.random()
        if choice < 0.3:
            return rng.randint(0, limit) * MILLISECOND_NS
        if choice < 0.5:
            return rng.randint(0, min(limit, 4000)) * MILLISECOND_NS
        if choice < 0.7:
            return left if workout.plan.is_exact else limit * MILLISECOND_NS
        if choice < 0.75:
            return 3 * SECOND_NS
        if choice < 0.97:
            return rng.randint(0, 3 * limit) * MILLISECOND_NS
        return rng.randint(0, 3_600_000) * MILLISECOND_NS

    def distance(self, workout):
        rng = self.rng
        estimated, metres = workout.distances(workout.clock(self.trial.now))
        choice = rng.random()
        if choice < 0.2 and estimated.is_whole:
            return estimated.metres
        if choice < 0.3 or not metres.is_whole:
            return float(rng.randint(0, 3000))
        return float(round(metres.metres * rng.uniform(0.5, 1.6)))


class Run:
    def __init__(self, program, seed):
        self.machine = Machine(program)
        self.machine.start()
        self.seed = seed
        self.operations = self.plans = self.kills = self.restarts = self.abandoned = self.differences = 0

    def trial(self, number):
        """Runs one sequence of operations. Returns whether the daemon and the model agree."""
        rng = random.Random(f"{self.seed}/{number}")
        within = rng.choice([300, 300, 120, 0]) * SECOND_NS
        policy = rng.choice(["pause", "continue", "stop"])
        trial = Trial(self.machine, policy, within)
        chooser = Chooser(rng, trial)
        performed = []
        found = None
        self.plans += 1
        try:
            plan = random_plan(rng)
            for _ in range(rng.randint(5, 60)):
                operation = chooser.operation(plan)
                if operation[0] == "start" and operation[2]:
                    operation[1] = plan = random_plan(rng)
                performed.append(operation)
                trial.perform(operation)
        except Ambiguous:
            self.abandoned += 1
        except Exception as difference:  # also errors of the daemon or of the connection
            found = difference
        self.operations += trial.operations
        self.kills += trial.kills
        self.restarts += trial.restarts
        if found:
            self.differences += 1
            self.report(number, policy, within, performed, found)
            self.reset()
        else:
            self.clean_up(trial)
        return found is None

    def clean_up(self, trial):
        """Ends the workout, lets the daemon handle all suspends, and waits until the history is complete."""
        self.machine.call("Stop")
        self.machine.suspend(SECOND_NS)
        self.machine.call("Resume")
        # The daemon writes the history before it corrects the last workout.
        self.machine.call("Correct", distanceM=0)

    def reset(self):
        """Replaces the machine and the daemon."""
        program = self.machine.program
        self.machine.close()
        self.machine = Machine(program)
        self.machine.start()

    def repeat(self, policy, within, operations):
        """Performs operations with a new daemon. Returns the difference, or None."""
        self.reset()
        trial = Trial(self.machine, policy, within)
        try:
            for operation in operations:
                trial.perform(operation)
        except Ambiguous:
            return None
        except Exception as difference:
            return difference
        return None

    def report(self, number, policy, within, performed, found):
        """Prints a difference with the fewest operations that still cause it."""
        shortest = performed
        again = self.repeat(policy, within, shortest)
        if again is None:
            print("the difference depends on earlier operations or on chance")
        else:
            found = again
            index = len(shortest) - 2
            while index >= 0:
                shorter = shortest[:index] + shortest[index + 1:]
                again = self.repeat(policy, within, shorter)
                if again is not None:
                    shortest, found = shorter, again
                index -= 1
        print(f"\nseed {self.seed}, plan {number}: {found!r}")
        print(f"  on-sleep {policy}, resume-within {within // SECOND_NS} s")
        for name, *arguments in shortest:
            print("  " + " ".join([name] + [repr(getattr(one, "text", one)) for one in arguments]))
        if isinstance(found, Difference):
            print(f"  the model: {found.expected}\n  the daemon: {found.actual}", flush=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, limit = sys.argv[1], int(sys.argv[2])
    seed = sys.argv[3] if len(sys.argv) > 3 else os.environ.get("INTERVALD_SEED") or str(random.randrange(10**9))
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    start = time.monotonic()
    run = Run(program, seed)
    try:
        number = first
        while run.operations < limit and run.differences < 10:
            run.trial(number)
            number += 1
    except KeyboardInterrupt:
        print("interrupted")
    finally:
        run.machine.close()
    print(
        f"model: {run.operations} operations, {run.plans} plans, {run.kills} kills, {run.restarts} restarts,"
        f" {run.abandoned} sequences without a unique prediction, {run.differences} differences,"
        f" {time.monotonic() - start:.0f} s; seed {seed}")
    return 1 if run.differences else 0


if __name__ == "__main__":
    sys.exit(main())
