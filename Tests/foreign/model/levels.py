"""Positions in an unrolled plan, as lists of levels: the plan, and the repeats around an interval."""

import copy

from plans import MILLISECOND, SECOND, Repeat

# A piece of an interval that is shorter than a millisecond is dropped.
PIECE = MILLISECOND
# A distance that differs from the goal by less than this number of metres reaches the goal.
ROUNDING = 1e-6


class Ambiguous(Exception):
    """A decision that depends on a rounding error or on the moment of a kill; the model cannot predict the state."""


class Level:
    """A list of steps that is being done: the plan, or one round of a repeat."""

    __slots__ = ("steps", "repeat", "index", "round", "time", "metres", "correction")

    def __init__(self, steps, repeat=None, index=0, number=0):
        self.steps, self.repeat, self.index, self.round = steps, repeat, index, number
        # Time and estimated metres since the repeat began, without the present interval.
        self.time, self.metres = 0, 0.0
        # Metres that a measurement adds to the estimate.
        self.correction = 0.0

    def copy(self):
        level = Level(self.steps, self.repeat, self.index, self.round)
        level.time, level.metres, level.correction = self.time, self.metres, self.correction
        return level

    @property
    def is_until(self):
        return self.repeat is not None and self.repeat.is_until

    @property
    def has_distance_goal(self):
        return self.repeat is not None and self.repeat.extent == "distance"

    def time_left(self, speed):
        """The time until the goal is reached at a speed; None without a goal, or if the goal is not reached."""
        if not self.is_until:
            return None
        if self.repeat.extent == "time":
            return max(self.repeat.goal - self.time, 0)
        left = self.repeat.goal - self.metres - self.correction
        if ROUNDING / 20 < left < ROUNDING * 20:
            raise Ambiguous("distance left")
        if left <= ROUNDING:
            return 0
        if not speed:
            return None
        time = round(left / speed * SECOND)
        if abs(time - PIECE) < MILLISECOND // 1000:
            raise Ambiguous("piece")
        return time

    @property
    def is_done(self):
        return self.time_left(None) == 0


# Moving through the plan, as lists of levels


def step_of(levels):
    return levels[-1].steps[levels[-1].index]


def descend(levels):
    while isinstance(step_of(levels), Repeat):
        levels.append(Level(step_of(levels).body, step_of(levels)))


def move_on(levels, leave=None):
    """Moves to the next step; `leave` is the index of a level that ends. Returns whether a step follows."""
    for number, level in enumerate(levels):
        if level.is_done:
            leave = number if leave is None else min(leave, number)
            break
    if leave is not None:
        del levels[leave:]
    while levels:
        level = levels[-1]
        level.index += 1
        if level.index < len(level.steps):
            descend(levels)
            return True
        if level.repeat is None:
            return False
        level.index = 0
        level.round += 1
        if level.repeat.extent != "count" or level.round < level.repeat.goal:
            descend(levels)
            return True
        levels.pop()
    return False


def forward(levels, leave=None):
    """Moves to the next interval, and drops pieces of intervals. Returns whether an interval follows."""
    while move_on(levels, leave):
        speed = step_of(levels).speed
        for number, level in enumerate(levels):
            left = level.time_left(speed)
            if left is not None and left < PIECE:
                leave = number
                break
        else:
            return True
    return False


def count(levels, time, speed):
    for level in levels:
        level.time += time
        level.metres += (speed or 0) * (time / SECOND)


def limited(levels, time, speed):
    """A duration, or less if a repeat reaches its goal earlier."""
    for level in levels:
        left = level.time_left(speed)
        if left is not None and left < time:
            time = left
    return time


def pass_interval(levels):
    """Passes the present interval as planned. Returns whether an interval follows."""
    step = step_of(levels)
    if step.natural is not None:
        count(levels, limited(levels, step.natural, step.speed), step.speed)
    return forward(levels)


def planned_end(repeat):
    """The levels in the last interval of a repeat that runs as planned; the first level is the repeat."""
    if repeat.planned is None:
        levels = [Level(repeat.body, repeat)]
        descend(levels)
        last = None
        while last is None or pass_interval(levels):
            last = [level.copy() for level in levels]
        repeat.planned = last
    return [level.copy() for level in repeat.planned]


def key(levels, number):
    """Identifies a repeat: the path to it, with the rounds of the repeats around it."""
    return tuple((level.index, level.round) for level in levels[:number])


def place(levels):
    """The place of an interval in the plan; an earlier place is less than a later place."""
    rounds = [level.round for level in levels[1:]] + [0]
    return [(level.index, number) for level, number in zip(levels, rounds)]


class Changes:
    """The repeats that the last command has changed; all other repeats run as planned.

    A command in a repeat with a goal changes the repeats around the present interval. The daemon then forgets earlier
    changes of repeats that have ended.
    """

    def __init__(self, levels=(), corrections=()):
        self.place = place(levels) if levels else None
        self.repeats = frozenset(key(levels, n) for n, level in enumerate(levels) if level.is_until)
        self.is_corrected = any(corrections)
        # The levels in the last interval of each changed repeat that has ended; the first level is the repeat.
        self.ends = {}

    def adding(self, repeat):
        other = copy.copy(self)
        other.repeats = self.repeats | {repeat}
        return other

    def ending(self, repeat, levels):
        other = copy.copy(self)
        other.ends = {**self.ends, repeat: levels}
        return other

    def shares(self, levels):
        """Whether one of the levels with a goal is a changed repeat."""
        return any(level.is_until and key(levels, n) in self.repeats for n, level in enumerate(levels))
