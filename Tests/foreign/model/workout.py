"""A model of a workout: the state after any sequence of commands.

The model unrolls the plan step by step, and shares no code with intervald. Its clock is the clock of the workout in
picoseconds: the clock does not stop during a pause, and includes the suspends that the daemon has handled.
"""

import copy

from levels import (
    PIECE, ROUNDING, Ambiguous, Changes, Level, count, descend, forward, key, limited, pass_interval, place,
    planned_end, step_of)
from plans import MILLISECOND, SECOND, Repeat

# `back` moves to the previous interval if the present interval began less than this time ago.
REACH = 3 * SECOND


class Covered:
    """A distance: its known metres, and the time whose distance is unknown."""

    def __init__(self, metres=0.0, unknown=0):
        self.metres, self.unknown = metres, unknown

    def plus(self, speed, time):
        """The distance after a time at a speed; None is an unknown speed."""
        if speed is None:
            return Covered(self.metres, self.unknown + time)
        return Covered(self.metres + speed * (time / SECOND), self.unknown)

    @property
    def is_whole(self):
        return self.unknown == 0


class Workout:
    """The state of a workout, from its start until it finishes."""

    def __init__(self, plan, now):
        self.plan, self.started = plan, now
        self.levels = [Level(plan.steps)]
        descend(self.levels)
        # The number of the present interval; 0 in the lead-in.
        self.number = self.intervals = 0
        self.begin, self.duration = now, plan.lead_in
        self.pause = self.reason = self.finished = None
        self.elapsed = self.paused = 0
        # The estimated distance without the present interval.
        self.estimated = Covered()
        # Whether the distance is corrected, and the corrected distance without the present interval.
        self.is_corrected, self.corrected = False, Covered()
        # Whether the distance was corrected in the present interval while its speed was unknown.
        self.is_measured = False
        # The change of the present interval by `extend`.
        self.extended = 0
        # The interval in which the workout left each `forever`.
        self.exits = {}
        # The ends of repeats that commands have changed. The daemon knows the changes around the last command only.
        self.changes = Changes()
        self.before_correction = None
        if plan.lead_in == 0:
            self.begin_interval(now)

    def copy(self):
        other = copy.copy(self)
        other.levels = [level.copy() for level in self.levels]
        return other

    @property
    def step(self):
        return step_of(self.levels)

    @property
    def is_in_goal(self):
        return any(level.is_until for level in self.levels)

    def clock(self, now):
        return now if self.pause is None else self.pause

    @property
    def deadline(self):
        """The end of the present interval or of the lead-in; None during a pause and in an open interval."""
        return None if self.pause is not None or self.duration is None else self.begin + self.duration

    def is_due(self, now):
        deadline = self.deadline
        if deadline is None:
            return False
        if not self.plan.is_exact and deadline != now and abs(deadline - now) < MILLISECOND // 1000:
            raise Ambiguous("deadline")
        return deadline <= now

    # Time

    def advance(self, now):
        while self.finished is None and self.is_due(now):
            self.begin_next(self.deadline)

    def begin_next(self, now, out=False):
        before = None
        leave = None
        if self.number:
            is_in_goal = self.is_in_goal
            if self.changes.repeats or out:
                before = [level.copy() for level in self.levels]
            self.spend(now - self.begin)
            if out and len(self.levels) > 1:
                leave = len(self.levels) - 1
                self.leave_by_command(before, is_in_goal)
            if not forward(self.levels, leave):
                self.begin = self.finished = now
                return
            self.note_ends(before)
        self.begin_interval(now)

    def leave_by_command(self, before, is_in_goal):
        repeat = self.levels[-1].repeat
        if repeat.extent == "forever":
            self.exits = {**self.exits, self.levels[0].index: (before[1:], self.number)}
        elif not is_in_goal:
            # The rest of a counted repeat is skipped, and its intervals are counted.
            rest = [level.copy() for level in self.levels[-1:]]
            while pass_interval(rest):
                self.number += 1
        else:
            self.changes = self.changes.adding(key(before, len(before) - 1))

    def note_ends(self, before):
        """Saves the last interval of each repeat that has just ended, if a command has changed the repeat."""
        for number in range(1, len(before or [])):
            repeat = key(before, number)
            if repeat in self.changes.repeats and repeat != key(self.levels, number):
                self.changes = self.changes.ending(repeat, before[number:])

    def spend(self, time):
        """Counts the time spent in the present interval."""
        speed = self.step.speed
        count(self.levels, time, speed)
        if time > 0:
            self.elapsed += time
            self.estimated = self.estimated.plus(speed, time)
            self.corrected = self.corrected_after(speed, time)

    def begin_interval(self, now, number=None):
        self.number = self.number + 1 if number is None else number
        self.intervals += 1
        self.begin, self.extended, self.is_measured, self.before_correction = now, 0, False, None
        self.duration = self.step.natural
        if self.duration is not None:
            self.limit(now)

    def limit(self, clock):
        """Ends the present interval at the end of its duration, or earlier where a repeat reaches its goal."""
        natural = max(self.step.natural + self.extended, 0)
        elapsed = clock - self.begin
        self.duration = limited(self.levels, natural, self.step.speed)
        if self.duration < elapsed or (self.duration < natural and self.duration - elapsed < PIECE):
            self.duration = elapsed

    # Commands

    def handle(self, command, argument, now):
        """Performs a command after `advance`."""
        clock = self.clock(now)
        if command == "pause" or (command == "toggle" and self.pause is None):
            if self.pause is None:
                self.pause, self.reason = now, "user"
        elif command in ("resume", "toggle"):
            self.resume(now)
        elif command in ("next", "out"):
            self.next(clock, out=command == "out")
        elif command == "back":
            self.back(clock)
        elif command == "extend":
            self.extend(argument, clock)
        elif command == "correct":
            self.correct(argument, clock)
        if command in ("extend", "correct") and self.deadline is not None and self.deadline <= now:
            self.next(now)

    def resume(self, now):
        if self.pause is not None:
            self.paused += now - self.pause
            self.begin += now - self.pause
            self.pause = self.reason = None
            self.advance(now)

    def next(self, clock, out=False):
        if self.number and self.is_in_goal:
            self.change()
        self.begin_next(clock, out)

    def extend(self, change, clock):
        elapsed = clock - self.begin
        if self.number == 0 or (self.duration is not None and not self.is_in_goal):
            moved = max(self.duration + change, elapsed)
            self.extended += moved - self.duration
            self.duration = moved
        elif self.duration is not None:
            natural = max(self.step.natural + self.extended, self.duration)
            moved = (natural if change > 0 else self.duration) + change
            self.extended = max(moved, elapsed) - self.step.natural
            self.before_correction = None
            self.change()
            self.limit(clock)

    def correct(self, metres, clock):
        time = clock - self.begin
        estimated = self.distances(clock)[0]
        is_estimate = estimated.is_whole and abs(estimated.metres - metres) < ROUNDING
        self.is_corrected, self.corrected = not is_estimate, Covered(metres)
        if self.number == 0:
            return
        if self.step.speed is None:
            self.is_corrected = self.is_measured = True
            return
        present = self.step.speed * (time / SECOND)
        self.corrected = Covered(metres - present)
        if not estimated.is_whole or not self.is_in_goal:
            return
        corrections = []
        for level in self.levels:
            if not level.has_distance_goal:
                corrections.append(level.correction)
                continue
            covered = level.metres + present
            share = min(max(covered / estimated.metres, 0.0), 1.0) if estimated.metres > 0 else 1.0
            corrections.append(0.0 if is_estimate else metres * share - covered)
        if is_estimate and self.before_correction and not self.before_correction.is_corrected:
            self.changes, self.before_correction = self.before_correction, None
        elif corrections[1:] == [level.correction for level in self.levels[1:]]:
            return
        else:
            self.before_correction = self.before_correction or self.changes
            self.change(corrections)
        for level, correction in zip(self.levels, corrections):
            level.correction = correction
        self.limit(clock)

    def change(self, corrections=None):
        """Records that a command has changed the repeats around the present interval."""
        corrections = corrections or [level.correction for level in self.levels]
        self.changes = Changes(self.levels, corrections[1:])

    def back(self, clock):
        if self.number == 0:
            self.begin, self.extended, self.duration = clock, 0, self.plan.lead_in
            return
        time = clock - self.begin
        if not self.plan.is_exact and 0 < abs(time - REACH) < MILLISECOND // 1000:
            raise Ambiguous("reach")
        levels, number, kept = self.target(time)
        if self.changes.place and place(levels) < self.changes.place and not self.changes.shares(levels):
            # Without the changes, the earlier repeat is as planned.
            self.changes = Changes()
            levels, number, kept = self.target(time)
        self.spend(time)
        for level, present in zip(levels[:kept], self.levels):
            level.time, level.metres = present.time, present.metres
        has_goal = any(level.is_until for level in levels)
        is_change = has_goal and (self.changes.place or any(level.is_until for level in levels[:kept]))
        self.levels = levels
        if is_change:
            if limited(levels, PIECE, self.step.speed) < PIECE:
                # A correction that has ended a repeat does not count in this repeat any more.
                for level in levels[kept:]:
                    level.correction = 0.0
            self.change()
        self.begin_interval(clock, number)

    def target(self, time):
        """The target of `back`: its levels, its number, and the number of levels that contain both intervals."""
        levels = [level.copy() for level in self.levels]
        if time < REACH:
            while levels:
                level = levels[-1]
                kept = len(levels)
                if level.index > 0:
                    level.index -= 1
                    return levels, self.enter_end(levels), kept
                if level.round > 0:
                    level.round, level.index = level.round - 1, len(level.steps) - 1
                    return levels, self.enter_end(levels), kept
                levels.pop()
            levels = [level.copy() for level in self.levels]
        return levels, self.number, len(levels)

    def enter_end(self, levels):
        """Moves to the last interval of the present step, and returns the number of the interval."""
        while isinstance(step_of(levels), Repeat):
            repeat = step_of(levels)
            if repeat.extent == "forever":
                last, number = self.exits[levels[-1].index]
                levels.extend(level.copy() for level in last)
                return number
            levels.append(Level(repeat.body, repeat, len(repeat.body) - 1))
            last = self.changes.ends.get(key(levels, len(levels) - 1))
            if last or repeat.is_until:
                levels.pop()
                levels.extend([level.copy() for level in last] if last else planned_end(repeat))
                break
            levels[-1].round = repeat.goal - 1
        # The number of an earlier interval is unknown if the repeat is as planned again.
        return max(self.number - 1, 1)

    def distances(self, clock):
        """The estimated distance, and the distance with corrections."""
        estimated, corrected = self.estimated, self.corrected
        if self.number and clock > self.begin:
            time = clock - self.begin
            estimated = estimated.plus(self.step.speed, time)
            corrected = self.corrected_after(self.step.speed, time)
        return estimated, corrected if self.is_corrected else estimated

    def corrected_after(self, speed, time):
        """The corrected distance after a time in the present interval.

        A distance that was measured at an unknown speed is the distance of the whole interval.
        """
        if speed is None and self.is_measured:
            return self.corrected
        after = self.corrected.plus(speed, time)
        return Covered(max(after.metres, 0.0), after.unknown)
