"""Comparisons of the replies and the history of the daemon with the model of a workout."""

from datetime import datetime

from status import status


class Difference(Exception):
    """A difference between the model and the daemon."""

    def __init__(self, what, expected, actual):
        super().__init__(what)
        self.what, self.expected, self.actual = what, expected, actual


class Comparison:
    """Compares the state of `workout` with `machine`; `last` is the summary of the last of `lines` in the history."""

    def call(self, method):
        error, reply = self.machine.call(method)
        self.expect_error(None, error, reply)
        return reply

    def expect_error(self, expected, actual, reply=None):
        if expected != actual:
            raise Difference("the reply", expected or "success", actual or reply or "success")

    def check(self, what, expected, actual, tolerance):
        if expected == actual:
            return
        if isinstance(expected, (int, float)) and isinstance(actual, (int, float)):
            if abs(expected - actual) <= tolerance + abs(expected) * 1e-12:
                return
        raise Difference(what, expected, actual)

    def compare(self, actual):
        is_exact = self.workout is None or self.workout.plan.is_exact
        expected = status(self.workout, self.now, self.offset)
        self.compare_members(expected, actual, "", is_exact)

    def compare_members(self, expected, actual, path, is_exact):
        for name, value in expected.items():
            other = actual.get(name)
            if isinstance(value, dict):
                self.compare_members(value, other or {}, f"{path}{name}.", is_exact)
            elif name == "rounds":
                if value != [{"of": None, **one} for one in other]:
                    raise Difference("rounds", value, other)
            else:
                tolerance = 0.501 if name.endswith("Ms") else 1e-4 if name.endswith("M") else 1e-9
                if name == "deadlineNs":
                    tolerance = 1 if is_exact else 1000
                self.check(f"{path}{name}", value, other, tolerance)

    def compare_summary(self, expected, actual):
        for name, value in expected.items():
            if name == "seconds":
                started, ended = (datetime.fromisoformat(actual[key]) for key in ("startedAt", "endedAt"))
                self.check("the time from start to end", value, (ended - started).total_seconds(), 1)
            elif name == "startedAt":
                self.check("startedAt", value, datetime.fromisoformat(actual[name]).timestamp(), 1)
            else:
                self.check(f"summary.{name}", value, actual.get(name), 0.501 if name.endswith("Ms") else 1e-4)

    def check_before(self, expected, reply):
        """Compares the distance of a status or a summary with the distance before a correction in a reply."""
        self.check("the distance before the correction", expected["distanceM"], reply.get("wasM"), 1e-4)
        self.check("the mark of this distance", expected["distanceIsPartial"], reply.get("wasIsPartial"), 0)

    @staticmethod
    def last_summary(lines):
        """The last workout, with its corrections."""
        last = None
        for line in lines:
            if line.get("change") == "correct":
                last = {
                    **last, "distanceM": line["distanceM"], "distanceIsPartial": None, "distanceMs": None,
                    "corrected": True}
            else:
                last = line
        return last

    def compare_laps(self, last):
        """Checks that each interval has a lap, and that the times of the laps add up."""
        laps = last["laps"]
        self.check("the number of dropped laps", 0, laps["dropped"], 0)
        self.check("the number of laps", last["intervals"], len(laps["laps"]), 0)
        elapsed, begin = 0, laps["beginMs"]
        for lap in laps["laps"]:
            paused = sum(pause["endMs"] - pause["beginMs"] for pause in lap.get("pauses", []))
            elapsed, begin = elapsed + lap["endMs"] - begin - paused, lap["endMs"]
        self.check("the time of the laps", last["elapsedMs"], elapsed, 0)

    def compare_history(self):
        """Waits until the end of the workout is saved, and compares the last line of the history."""
        lines = self.machine.history()
        for _ in range(10_000):
            if len(lines) >= self.lines and (self.workout or self.machine.saved_clocks() is None):
                break
            self.machine.call("GetStatus")
            lines = self.machine.history()
        if len(lines) != self.lines:
            raise Difference("the number of lines in the history", self.lines, len(lines))
        if lines:
            last = self.last_summary(lines)
            self.compare_summary(self.last, last)
            self.compare_laps(last)
