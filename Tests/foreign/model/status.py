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
    """The rest of a workout after the present interval: its intervals, its time and its distance."""

    def __init__(self, levels, present, is_begun=True):
        levels = [level.copy() for level in levels]
        self.intervals, self.time, self.metres, self.next = 0, 0, 0.0, None
        if is_begun:
            count(levels, present or 0, step_of(levels).speed)
            if not forward(levels):
                return
        while True:
            step = step_of(levels)
            duration = step.natural
            if duration is not None:
                duration = limited(levels, duration, step.speed)
                count(levels, duration, step.speed)
            self.next = self.next or interval(step, duration)
            if levels[1:] and levels[1].repeat.extent == "forever":
                self.intervals = self.time = self.metres = None
                return
            self.intervals += 1
            self.time = None if self.time is None or duration is None else self.time + duration
            metres = step.distance if duration == step.natural else distance(step.speed, duration)
            self.metres = None if self.metres is None or metres is None else self.metres + metres
            if not forward(levels):
                return


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
        "phase": phase, "pausedBy": workout.reason, "elapsedMs": milliseconds(workout.elapsed),
        "intervalElapsedMs": milliseconds(time), "intervalRemainingMs": milliseconds(left),
        "deadlineNs": workout.deadline and (workout.deadline - offset) / 1000, "rounds": [],
    }
    rest = Rest(workout.levels, workout.duration, is_begun=workout.number > 0)
    remaining, metres, after = rest.time, rest.metres, rest.intervals
    if workout.number:
        step = workout.step
        result["elapsedMs"] += milliseconds(time)
        result["number"] = workout.number
        result["rounds"] = rounds(workout)
        duration = workout.duration
        if workout.extended and step.natural is not None:
            duration = limited(workout.levels, step.natural, step.speed)
        result["interval"] = interval(step, duration)
        is_endless = workout.levels[1:] and workout.levels[1].repeat.extent == "forever"
        if left is None or remaining is None or is_endless:
            remaining = None
        else:
            remaining += left
        if left is None or metres is None or step.speed is None or is_endless:
            metres = None
        else:
            metres += step.speed * (left / SECOND)
        after = None if after is None else workout.number + after
    result["of"] = None if workout.plan.is_endless else after
    result["next"] = rest.next
    result["remainingMs"], result["remainingM"] = milliseconds(remaining), metres
    result["distanceM"] = workout.distances(clock)[1]
    return result


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
        "plannedDistanceM": planned.metres, "intervals": workout.intervals,
        "distanceM": workout.distances(clock)[1], "corrected": True if workout.is_corrected else None,
        "seconds": ((clock if workout.pause is None else now) - workout.started) / SECOND,
    }
