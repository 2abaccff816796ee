"""Compares recorded workouts with a model of the plan language in exact fractions.

usage: until_oracle.py TRACES

Each line of the file TRACES is a JSON object: the steps of a plan, the commands with their times, and the intervals that
began. Times are whole attoseconds since the start. The model unrolls the plan step by step, and ends each `until` when
what was really done in it reaches the goal. The script prints a line for each difference, and then the number of
compared workouts and of ended repeats. The status is 1 if there is a difference.
"""

import copy
import json
import sys

# These fractions are ten times faster than those of the standard library.
from gmpy2 import mpq as Fraction

SECOND = 10**18
TIME_LIMIT = Fraction(1, 10**6)
# A piece of an interval that is shorter than a millisecond is dropped.
PIECE = Fraction(1, 1000)
# The goal of a repeat is reached to the millisecond or millimetre.
EXACT = Fraction(1, 1000)
ROUNDING = Fraction(1, 10**6)


class Level:
    """A list of steps that is being done: the plan, or one round of a repeat."""

    def __init__(self, steps, repeat=None):
        self.steps = steps
        self.repeat = repeat
        # The goal of the repeat in seconds or metres; None if the repeat has no goal.
        self.goal = repeat and repeat.get("goal")
        self.is_timed = bool(repeat) and "untilMs" in repeat
        self.index = 0
        self.round = 0
        self.time = Fraction(0)
        self.metres = Fraction(0)
        self.correction = Fraction(0)
        # Whether a correction has reported more than the goal.
        self.exceeded = False

    def left(self):
        """The rest of the goal in seconds or metres; None if the repeat has no goal."""
        if self.goal is None:
            return None
        return self.goal - self.time if self.is_timed else self.goal - self.metres - self.correction

    def duration_left(self, speed):
        """The time until the goal is reached at a speed; None if it is not reached."""
        left = self.left()
        if left is None:
            return None
        if self.is_timed:
            return max(left, Fraction(0))
        if left <= ROUNDING:
            return Fraction(0)
        return left / speed if speed else None


class Model:
    def __init__(self, steps):
        self.levels = [Level(steps)]
        self.begin = Fraction(0)
        self.pause = None
        # The time of the present command; None between commands. It differs from the clock during a pause.
        self.command = None
        self.total = Fraction(0)
        # The metres that the last correction adds to the total; None before the first correction.
        self.corrected = None
        self.began = []
        self.ended = 0
        self.errors = []
        self.finished = None
        self.descend()
        self.begin_interval(Fraction(0))

    def copy(self):
        """Returns a copy that shares the steps of the plan, which never change."""
        other = copy.copy(self)
        other.levels = [copy.copy(level) for level in self.levels]
        other.began, other.errors = list(self.began), list(self.errors)
        return other

    # Moving through the plan

    def step(self):
        level = self.levels[-1]
        return level.steps[level.index]

    def descend(self):
        while "body" in self.step():
            self.levels.append(Level(self.step()["body"], self.step()))

    def move_on(self, leave=None):
        """Moves to the next step; `leave` is the number of the level that ends."""
        ended = [n for n, level in enumerate(self.levels)
                 if (left := level.left()) is not None and left <= (0 if level.is_timed else ROUNDING)]
        if ended and (leave is None or ended[0] < leave):
            leave = ended[0]
            self.end(self.levels[leave])
        if leave is not None:
            del self.levels[leave:]
        while True:
            level = self.levels[-1]
            level.index += 1
            if level.index < len(level.steps):
                self.descend()
                return True
            if not level.repeat:
                return False
            level.index = 0
            level.round += 1
            if level.round < level.repeat.get("count", float("inf")):
                self.descend()
                return True
            self.levels.pop()

    def end(self, level, dropped=Fraction(0)):
        """Ends a repeat at its goal; `dropped` is the speed of a piece that is dropped."""
        self.ended += 1
        left = level.left()
        limit = EXACT if level.is_timed else max(EXACT, PIECE * dropped)
        if left > limit or (left < -limit and not level.exceeded):
            self.errors.append(f"{float(left)} of the goal are left in {level.repeat}")

    def begin_interval(self, now):
        """Begins the present interval; ends each repeat in which less than a millisecond of it is left."""
        while True:
            step = self.step()
            self.speed, self.natural = step["speed"], step["duration"]
            short = [n for n, level in enumerate(self.levels)
                     if (cut := level.duration_left(self.speed)) is not None and cut < min(PIECE, self.natural)]
            if not short:
                break
            self.end(self.levels[short[0]], self.speed)
            if not self.move_on(leave=short[0]):
                self.finished = self.shown(now)
                return
        self.begin = now
        self.limit(now)
        self.began.append((self.shown(now), step["id"], [level.round + 1 for level in self.levels[1:]]))

    def limit(self, now):
        cuts = [level.duration_left(self.speed) for level in self.levels]
        self.duration = max(min([self.natural] + [cut for cut in cuts if cut is not None]), now - self.begin)

    def count(self, time):
        """Counts the time spent in the present interval."""
        metres = self.speed * time
        self.total += metres
        for level in self.levels:
            level.time += time
            level.metres += metres

    def shown(self, clock):
        """The time at which something happens; in a pause, the time of the command."""
        return clock if self.command is None else self.command

    def begin_next(self, now, out=False):
        self.count(now - self.begin)
        leave = len(self.levels) - 1 if out and len(self.levels) > 1 else None
        if self.move_on(leave):
            self.begin_interval(now)
        else:
            self.finished = self.shown(now)

    # Time and commands

    def advance(self, now):
        while self.finished is None and self.pause is None and self.begin + self.duration <= now:
            self.begin_next(self.begin + self.duration)

    def handle(self, command, now):
        self.advance(now)
        if self.finished is not None:
            return
        clock = now if self.pause is None else self.pause
        self.command = now
        kind = command["do"]
        if kind == "pause":
            self.pause = clock
        elif kind == "resume" and self.pause is not None:
            self.begin += now - self.pause
            self.pause = None
            self.command = None
            self.advance(now)
        elif kind in ("next", "out"):
            self.begin_next(clock, out=kind == "out")
        elif kind == "restart":
            self.count(clock - self.begin)
            self.begin_back(clock)
        elif kind == "back":
            self.count(clock - self.begin)
            level = self.levels[-1]
            if level.index == 0:
                level.round -= 1
                level.index = len(level.steps)
            level.index -= 1
            self.begin_back(clock)
        elif kind == "extend":
            change = Fraction(command["ms"], 1000)
            moved = (max(self.natural, self.duration) if change > 0 else self.duration) + change
            self.natural = max(moved, clock - self.begin)
            self.limit(clock)
        elif kind == "correct":
            self.correct(Fraction(command["metres"]), clock)
        if kind in ("extend", "correct") and self.pause is None and self.begin + self.duration <= now:
            self.begin_next(now)
        self.command = None

    def begin_back(self, now):
        step = self.step()
        self.speed, self.natural = step["speed"], step["duration"]
        self.begin = now
        self.limit(now)
        self.began.append((self.shown(now), step["id"], [level.round + 1 for level in self.levels[1:]]))

    def correct(self, metres, clock):
        present = self.speed * (clock - self.begin)
        total = self.total + present
        for level in self.levels:
            covered = level.metres + present
            share = min(max(covered / total, Fraction(0)), Fraction(1)) if total > 0 else Fraction(1)
            level.correction = Fraction(0) if abs(total - metres) < ROUNDING else metres * share - covered
            rest = level.left()
            level.exceeded = rest is not None and not level.is_timed and rest - present < 0
        self.corrected = None if abs(total - metres) < ROUNDING else metres - total
        self.limit(clock)


def prepare(steps):
    """Adds the exact goal of each repeat, and the exact speed and duration of each interval."""
    for step in steps:
        if "body" in step:
            prepare(step["body"])
            if "untilMs" in step:
                step["goal"] = Fraction(step["untilMs"], 1000)
            elif "untilMetres" in step:
                step["goal"] = Fraction(step["untilMetres"])
        else:
            step["speed"] = Fraction(step["speed"])
            step["duration"] = Fraction(step["ms"], 1000) if "ms" in step else Fraction(step["metres"]) / step["speed"]


def differences(trace):
    prepare(trace["steps"])
    model = Model(trace["steps"])
    for command in trace["commands"]:
        now = Fraction(command["at"], SECOND)
        model.handle(command, now)
        if command.get("remaining") is not None and model.finished is None:
            ahead = model.copy()
            clock = ahead.pause if ahead.pause is not None else now
            ahead.pause = None
            while ahead.finished is None:
                ahead.begin_next(ahead.begin + ahead.duration)
            after = len(ahead.began) - len(model.began)
            if after != command["after"]:
                yield f"after {command}: {after} intervals follow"
            remaining = Fraction(command["remaining"], SECOND)
            if abs(ahead.finished - clock - remaining) > TIME_LIMIT:
                yield f"after {command}: {float(ahead.finished - clock)} s are left"
    while model.finished is None:
        model.begin_next(model.begin + model.duration)
    found = [(Fraction(began["at"], SECOND), began["id"], began["rounds"]) for began in trace["began"]]
    for expected, actual in zip(model.began, found):
        if abs(expected[0] - actual[0]) > TIME_LIMIT or expected[1:] != actual[1:]:
            yield f"{actual} began instead of {expected}"
            return
    if len(model.began) != len(found):
        yield f"{len(found)} intervals began instead of {len(model.began)}"
    if abs(model.finished - Fraction(trace["finished"], SECOND)) > TIME_LIMIT:
        yield f"the end is {float(model.finished)}"
    metres = model.total + (model.corrected or 0)
    if abs(metres - Fraction(trace["metres"])) > EXACT:
        yield f"the distance is {float(metres)} m"
    yield from model.errors
    trace["ended"] = model.ended


def main():
    failed = workouts = ended = 0
    for line in open(sys.argv[1]):
        trace = json.loads(line)
        workouts += 1
        for difference in differences(trace):
            failed = 1
            print(f"seed {trace['seed']}: {difference}")
        ended += trace.get("ended", 0)
    print(f"{workouts} workouts, {ended} repeats ended at their goals")
    return failed


sys.exit(main())
