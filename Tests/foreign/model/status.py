"""The status and the summary that the model of a workout predicts, in the form of the control interface."""

from levels import Level, count, descend, forward, limited, place, step_of
from plans import MILLISECOND, SECOND, distance


def milliseconds(time):
    return None if time is None else time / MILLISECOND


def interval(step, duration):
    metres = step.distance if duration == step.natural else distance(step.speed, duration)
    return {
        "kind": step.kind, "label": step.label, "goal": step.goal, "durationMs": milliseconds(duration),
        "distanceM": metres, "paceMps": step.speed or None,
    }


class Rest:
    """The rest of a workout after the present interval: its intervals, its time and its distance.

    `metres` is the known part of the distance; `is_partial` means that another part is unknown. Only the present round
    of an endless repeat is known.
    """

    def __init__(self, levels, present, is_begun=True):
        levels = [level.copy() for level in levels]
        self.intervals, self.time, self.next = 0, 0, None
        self.metres, self.is_partial = 0.0, False
        endless = endless_round(levels) if is_begun else None
        if is_begun:
            count(levels, present or 0, step_of(levels).speed)
            if not forward(levels):
                return
        while True:
            step = step_of(levels)
            duration = step.natural
            if duration is not None:
                duration = limited(levels, duration, step.speed)
            self.next = self.next or interval(step, duration)
            if endless_round(levels):
                self.intervals = self.time = None
                self.is_partial = True
            if endless_round(levels) not in (None, endless):
                if not forward(levels, leave=1):
                    return
                continue
            if duration is not None:
                count(levels, duration, step.speed)
            self.intervals = None if self.intervals is None else self.intervals + 1
            self.time = None if self.time is None or duration is None else self.time + duration
            metres = step.distance if duration == step.natural else distance(step.speed, duration)
            self.is_partial = self.is_partial or metres is None
            self.metres += metres or 0
            if not forward(levels):
                return


def endless_round(levels):
    """The index of the endless repeat around an interval, and its round; None if no endless repeat is around it."""
    is_endless = levels[1:] and levels[1].repeat.extent == "forever"
    return (levels[0].index, levels[1].round) if is_endless else None


def known(name, metres, is_partial):
    """The members of a distance: its known part, and the mark of a part that is not the whole distance."""
    if is_partial and metres == 0:
        return {f"{name}M": None, f"{name}IsPartial": None}
    return {f"{name}M": metres, f"{name}IsPartial": is_partial or None}


def covered(workout, clock, elapsed):
    """The members of the distance covered; `elapsed` is the time spent in intervals."""
    part = workout.distances(clock)[1]
    members = known("distance", part.metres, part.unknown > 0)
    return {**members, "distanceMs": milliseconds(elapsed - part.unknown) if members["distanceIsPartial"] else None}


def rounds(workout):
    """The rounds of the repeats around the present interval."""
    result = []
    for number, level in enumerate(workout.levels[1:], 1):
        repeat = level.repeat
        last = repeat.goal if repeat.extent == "count" else None
        if repeat.is_until:
            # The goals of the repeats around this repeat do not change the number of its rounds, except that a command
            # fixes the end of the present interval.
            levels = [level.copy() for level in workout.levels[number:]]
            step = step_of(levels)
            time = workout.duration
            if workout.changes.place != place(workout.levels):
                time = limited(levels, max(step.natural + workout.extended, 0), step.speed)
            count(levels, time, step.speed)
            last = level.round + 1
            while forward(levels):
                last = levels[0].round + 1
                step = step_of(levels)
                count(levels, limited(levels, step.natural, step.speed), step.speed)
        result.append({"number": level.round + 1, "of": last, "inner": repeat.inner})
    return result


def status(workout, now, offset):
    """The status at a time; `offset` is the difference between the clock of the workout and CLOCK_MONOTONIC."""
    if workout is None:
        return {"phase": "idle", "rounds": [], "elapsedMs": 0}
    clock = workout.clock(now)
    time = clock - workout.begin
    left = None if workout.duration is None else max(workout.duration - time, 0)
    phase = "paused" if workout.pause is not None else "running" if workout.number else "leadIn"
    result = {
        "phase": phase, "pausedBy": workout.reason, "intervalElapsedMs": milliseconds(time),
        "intervalRemainingMs": milliseconds(left), "rounds": [],
        "deadlineNs": workout.deadline and (workout.deadline - offset) / 1000,
    }
    elapsed = workout.elapsed
    rest = Rest(workout.levels, workout.duration, is_begun=workout.number > 0)
    remaining, metres, is_partial, after = rest.time, rest.metres, rest.is_partial, rest.intervals
    if workout.number:
        step = workout.step
        elapsed += time
        result["number"] = workout.number
        result["rounds"] = rounds(workout)
        duration = workout.duration
        if workout.extended and step.natural is not None:
            duration = limited(workout.levels, step.natural, step.speed)
        result["interval"] = interval(step, duration)
        is_endless = endless_round(workout.levels) is not None
        remaining = None if left is None or remaining is None or is_endless else remaining + left
        present = distance(step.speed, left)
        metres, is_partial = metres + (present or 0), is_partial or is_endless or present is None
        after = None if after is None else workout.number + after
    result["elapsedMs"] = milliseconds(elapsed)
    result["of"] = None if workout.plan.is_endless else after
    result["next"] = rest.next
    result["remainingMs"] = milliseconds(remaining)
    return {**result, **known("remaining", metres, is_partial), **covered(workout, clock, elapsed)}


def summary(workout, clock, now, is_completed):
    """The summary of a workout that ends at `clock`, or at `now` if the workout is paused."""
    levels = [Level(workout.plan.steps)]
    descend(levels)
    planned = Rest(levels, None, is_begun=False)
    paused = 0 if workout.pause is None else now - workout.pause
    elapsed = workout.elapsed + (clock - workout.begin if workout.number else 0)
    return {
        "completed": is_completed, "elapsedMs": milliseconds(elapsed),
        "pausedMs": milliseconds(workout.paused + paused), "plannedMs": milliseconds(planned.time),
        "intervals": workout.intervals, **known("plannedDistance", planned.metres, planned.is_partial),
        **covered(workout, clock, elapsed), "corrected": True if workout.is_corrected else None,
        "seconds": ((clock if workout.pause is None else now) - workout.started) / SECOND,
    }
