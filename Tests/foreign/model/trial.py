"""A workout that the daemon and the model perform together, with a comparison after each operation."""

import signal

from comparison import Comparison, Difference
from levels import Ambiguous
from machine import SECOND_NS
from plans import MILLISECOND
from status import status, summary
from workout import Workout

# Suspends that are shorter in total are ignored.
MIN_SUSPEND = SECOND_NS
# The position of a running workout is saved at least once a minute.
MAX_AGE = 60 * SECOND_NS
METHODS = {
    "next": "Next", "out": "Next", "back": "Previous", "extend": "Extend", "pause": "Pause", "resume": "Resume",
    "toggle": "Toggle", "correct": "Correct", "stop": "Stop",
}


def parameters(name, argument=None):
    """The parameters of a command in the control interface."""
    return {"out": {"out": True}, "extend": {"byMs": argument}, "correct": {"distanceM": argument}}.get(name, {})


class Trial(Comparison):
    def __init__(self, machine, policy, within):
        self.machine, self.policy, self.within = machine, policy, within
        self.kills = self.restarts = self.operations = 0
        self.workout = self.last = None
        # Whether the clocks have moved, and the alarm of the daemon has not rung yet.
        self.is_late = False
        # The clock of the workout minus CLOCK_MONOTONIC, and the part that was not saved with the workout.
        self.offset = self.unsaved_offset = 0
        self.handled = machine.asleep
        self.lines = 0
        machine.clear_history()
        limit = f"{within // SECOND_NS}s" if within else "off"
        machine.configure(f"sound off\nmpris off\non-sleep {policy}\nresume-within {limit}\n")
        machine.call("Reload")
        self.note_save()

    @property
    def now(self):
        return self.machine.monotonic * 1000 + self.offset

    def note_save(self):
        self.base, self.unsaved_offset = self.workout and self.workout.copy(), 0
        # CLOCK_MONOTONIC at a time at which the position was saved.
        self.saved_at = self.machine.monotonic

    # Operations

    def perform(self, operation):
        """Performs an operation: a list of its name and its arguments."""
        self.operations += 1
        name, *arguments = operation
        if name in METHODS:
            self.do_command(name, *arguments)
        else:
            getattr(self, f"do_{name}")(*arguments)

    def do_start(self, plan, replace):
        self.notice_suspend()
        self.catch_up()
        ended = None
        if self.workout and replace:
            ended = summary(self.workout, self.workout.clock(self.now), self.now, False)
        error, reply = self.machine.call("Start", plan=plan.text, replace=replace)
        if self.workout and not replace:
            self.expect_error("AlreadyRunning", error)
            return
        self.expect_error(None, error, reply)
        if ended:
            self.end(ended, is_recorded=False)
        self.started_at = self.machine.time_of_day
        self.workout = Workout(plan, self.now)
        self.note_save()
        self.compare(reply["status"])

    def do_advance(self, nanoseconds, rings):
        """Moves the clocks; if `rings` is false, the next operation arrives before the alarm of the daemon."""
        self.machine.advance(nanoseconds)
        self.is_late = not rings
        if rings:
            self.settle()

    def do_sleep(self, nanoseconds, observer):
        """Suspends the machine; then a call of the daemon detects the suspend."""
        self.settle()
        self.machine.suspend(nanoseconds)
        if observer == "status":
            self.notice_suspend()
            self.compare(self.call("GetStatus")["status"])
            # The daemon applies the suspend after it has replied; this call waits until it is applied.
            self.machine.call("Resume" if self.workout is None or self.workout.pause is None else "Pause")
            if self.workout is None:
                self.compare_history()
        else:
            self.do_command(observer)

    def do_command(self, name, argument=None):
        self.is_late = False
        self.notice_suspend()
        self.catch_up()
        workout, now = self.workout, self.now
        if workout is None and name == "correct":
            self.correct_last(argument)
            return
        if workout is None:
            self.expect_error("NotRunning", self.machine.call(METHODS[name], **parameters(name, argument))[0])
            self.compare_history()
            return
        before = status(workout, now, self.offset)
        is_effective = self.apply(name, argument)
        error, reply = self.machine.call(METHODS[name], **parameters(name, argument))
        if is_effective is None:
            self.expect_error("ImplausibleDistance", error)
            return
        self.expect_error(None, error, reply)
        if name == "stop":
            ended = summary(workout, workout.clock(now), now, False)
            self.compare_summary(ended, reply["summary"])
            self.end(ended)
            return
        if name == "correct":
            self.check_before(before, reply)
        if workout.finished is not None:
            self.finish()
            if name == "correct":
                self.compare_summary(self.last, reply["summary"])
                return
        if is_effective:
            self.note_save()
        self.compare(reply["status"])
        if self.workout and self.workout.is_due(self.now):
            self.settle()

    def apply(self, name, argument):
        """Performs a command in the model. Returns whether the command has an effect; None if it is refused."""
        workout, now = self.workout, self.now
        if name == "correct":
            elapsed = status(workout, now, self.offset)["elapsedMs"] / 1000
            if argument > max(500, 12.5 * elapsed):
                return None
        if (name == "pause" and workout.pause is not None) or (name == "resume" and workout.pause is None):
            return False
        if name != "stop":
            workout.handle(name, argument * MILLISECOND if name == "extend" else argument, now)
        return True

    def correct_last(self, metres):
        error, reply = self.machine.call("Correct", distanceM=metres)
        if self.last is None:
            self.expect_error("NotRunning", error)
        elif metres > max(500, 12.5 * self.last["elapsedMs"] / 1000):
            self.expect_error("ImplausibleDistance", error)
        else:
            self.expect_error(None, error, reply)
            self.check_before(self.last, reply)
            self.last = {
                **self.last, "distanceM": metres, "distanceIsPartial": None, "distanceMs": None, "corrected": True}
            self.compare_summary(self.last, reply["summary"])
            self.lines += 1
            self.compare_history()

    def do_kill(self, absence, asleep, command=None):
        """Kills the daemon, also during a command, and starts it again after an absence and a suspend."""
        self.kills += 1
        after = None
        if command and self.workout:
            if self.machine.asleep - self.handled >= MIN_SUSPEND:
                self.notice_suspend()
            self.machine.send(METHODS[command], **parameters(command))
            other = self.workout.copy()
            other.advance(self.now)
            if other.finished is None:
                other.handle(command, None, self.now)
            after = other
        self.machine.end(signal.SIGKILL)
        self.restart(absence, asleep, after)

    def do_term(self, absence, asleep):
        """Terminates the daemon, and starts it again after an absence and a suspend."""
        self.notice_suspend()
        self.catch_up()
        self.machine.end(signal.SIGTERM)
        if self.workout:
            self.note_save()
        self.restart(absence, asleep, None)

    def await_save(self):
        """Waits until the alarm of the daemon has saved the position again, if the position is older than a minute."""
        machine = self.machine
        if self.workout is None or self.workout.pause is not None or machine.monotonic - self.saved_at <= MAX_AGE:
            return
        for _ in range(2000):
            saved = machine.saved_clocks()
            if saved is None or machine.monotonic - saved[0] <= MAX_AGE:
                self.saved_at = saved[0] if saved else machine.monotonic
                return
            self.call("GetStatus")
        raise Difference("the age of the saved position", "at most 60 s", "older")

    def restart(self, absence, asleep, after):
        self.restarts += 1
        machine = self.machine
        saved, killed_at = machine.saved_clocks(), self.now
        self.is_late = False
        machine.advance(absence)
        machine.suspend(asleep)
        machine.start()
        reply = self.call("GetStatus")["status"]
        self.handled = machine.asleep
        if self.workout is None:
            self.compare(reply)
            return
        candidates = [self.base] if after is None else [self.base, after]
        if saved is None:
            # The workout had ended before the kill.
            candidates = [workout for workout in candidates if workout.finished is not None]
        before = self.offset - self.unsaved_offset, self.lines, self.last
        found = None
        for candidate in candidates:
            self.offset, self.lines, self.last = before
            if candidate is after:
                self.offset += self.unsaved_offset
            try:
                self.workout = candidate.copy()
                self.restore(saved)
                if self.workout.finished is not None:
                    self.check("phase", "idle", reply["phase"], 0)
                    self.finish(killed_at if self.workout.pause is not None else self.now)
                self.compare(reply)
            except Difference:
                if found is None and candidate is candidates[-1]:
                    raise
                continue
            if found is not None:
                raise Ambiguous("whether the daemon performed the command before the kill")
            found = self.workout, self.offset, self.lines, self.last
        self.workout, self.offset, self.lines, self.last = found
        self.note_save()

    def restore(self, saved):
        """Continues the workout from its saved position, or pauses it there after a long absence."""
        machine, workout = self.machine, self.workout
        if saved is None:
            return
        monotonic, asleep = saved
        position = monotonic * 1000 + self.offset
        workout.advance(position)
        slept = machine.asleep - asleep
        absence = machine.monotonic - monotonic + slept
        if slept < MIN_SUSPEND:
            slept = 0
        self.offset += slept * 1000
        if absence <= self.within and (slept == 0 or self.policy == "continue"):
            workout.advance(self.now)
        elif workout.pause is None and workout.finished is None:
            workout.pause, workout.reason = position, "restart"

    # Time

    def notice_suspend(self):
        """Applies the suspend that the next call detects."""
        length = self.machine.asleep - self.handled
        if length < MIN_SUSPEND:
            return
        began = self.now
        self.offset += length * 1000
        self.handled = self.machine.asleep
        workout = self.workout
        if workout is None or workout.pause is not None:
            self.unsaved_offset += length * 1000
            return
        if self.policy == "pause":
            workout.pause, workout.reason = began, "sleep"
        elif self.policy == "continue":
            self.catch_up()
        else:
            self.end(summary(workout, began, self.now, False), is_recorded=False)
        self.note_save()

    def catch_up(self):
        if self.workout:
            self.workout.advance(self.now)
            if self.workout.finished is not None:
                self.finish(is_recorded=False)

    def settle(self):
        """Lets the alarm of the daemon ring if it is due, waits until it is handled, and compares the states."""
        self.is_late = False
        self.machine.ring()
        reply = self.call("GetStatus")["status"]
        while reply.get("deadlineNs", reply["atNs"] + 1) <= reply["atNs"]:
            reply = self.call("GetStatus")["status"]
        self.await_save()
        # The daemon has published its state, but may not have saved it yet; this call waits until it is saved.
        self.machine.call("Resume" if reply["phase"] != "paused" else "Pause")
        self.catch_up()
        self.compare(reply)
        if self.workout is None:
            self.compare_history()

    # Ends

    def finish(self, now=None, is_recorded=True):
        self.end(summary(self.workout, self.workout.finished, now or self.now, True), is_recorded)

    def end(self, ended, is_recorded=True):
        self.workout = None
        # A workout of less than 10 s is not recorded.
        if ended["elapsedMs"] >= 10_000:
            self.lines += 1
            self.last = ended
            ended["startedAt"] = self.started_at
        if is_recorded:
            self.compare_history()
