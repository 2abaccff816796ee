"""Compares the history with a model that follows docs/protocol.md, over random histories and random changes.

usage: history.py INTERVALD INTERVALCTL HISTORIES [SEED [NUMBER]]

The model shares no code with intervald. After each change, it predicts the output of `intervalctl history --json`, the
session of each program that is due for `intervalctl program` and for the daemon, and the effect of `history undo` and
of a correction by the daemon. The histories contain copies, impossible values and damaged lines. NUMBER is the number
of the first history (default: 0). The status is 1 after the first difference.
"""

import json
import math
import os
import random
import signal
import subprocess
import sys

from machine import Machine

# The days of each week of the programs.
PROGRAMS = {"one": [3, 3, 2], "two": [1, 1]}
KINDS = ["warmup", "run", "walk", "jog", "sprint", "work", "rest", "recover", "cooldown", "interval", "hop"]
SHARES = {
    "sprint": 120, "work": 100, "run": 85, "interval": 85, "jog": 70, "warmup": 60, "recover": 60, "cooldown": 60,
    "walk": 50}
TIME, LENGTH, COUNT = (0, 10**12), (0, 10**9), (0, 10**12)
RANGES = {
    "plannedMs": TIME, "distanceM": LENGTH, "plannedDistanceM": LENGTH, "heartRate": (20, 250),
    "maxHeartRate": (20, 250), "cadence": (0, 508)}
REQUIRED = {"elapsedMs": TIME, "pausedMs": TIME, "intervals": COUNT}


class Difference(Exception):
    pass


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_whole(value):
    return is_number(value) and value == math.floor(value)


def session_id(text):
    week, _, day = text[1:].partition("d")
    return int(week), int(day)


# The model


class History:
    """The state that follows from the lines of a history."""

    def __init__(self, text):
        self.workouts = {}  # The summaries by ID, in the order of their first lines.
        self.lines = {}  # The numbers of these lines.
        self.changes = []  # The changes that are not undone: (number of the line, change).
        for number, line in enumerate(text.split(b"\n")):
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict):
                self.add_change(number, value) if "change" in value else self.add_workout(number, value)

    def add_workout(self, number, value):
        summary = possible(value)
        if summary and summary["workoutId"] not in self.workouts:
            self.workouts[summary["workoutId"]] = summary
            self.lines[summary["workoutId"]] = number

    def add_change(self, number, change):
        if "workoutId" in change and change["workoutId"] not in self.workouts:
            return
        if change["change"] != "undo":
            self.changes.append((number, change))
            return
        for index in reversed(range(len(self.changes))):
            if subject(self.changes[index][1]) == subject(change):
                del self.changes[index]
                return

    def is_removed(self, workout):
        return any(c["change"] == "remove" for _, c in self.changes if subject(c) == ("workout", workout))

    def summary(self, workout):
        summary = json.loads(json.dumps(self.workouts[workout]))
        for _, change in self.changes:
            if subject(change) != ("workout", workout):
                continue
            if change["change"] == "correct":
                correct(summary, change["distanceM"])
            elif change["change"] == "note":
                summary["note"] = change.get("note")
        return {key: value for key, value in summary.items() if value is not None}

    @property
    def visible(self):
        return [workout for workout in self.workouts if not self.is_removed(workout)]

    def due(self, program):
        """The ID of the session that is due; None after the last session."""
        marks = [(number, "move", change["session"]) for number, change in self.changes
                 if change.get("program") == program]
        for workout in self.visible:
            summary = self.summary(workout)
            session = summary.get("session")
            if session and session["program"] == program and is_done(summary):
                marks.append((self.lines[workout], "done", f"w{session['week']}d{session['day']}"))
        days = PROGRAMS[program]
        if not marks:
            return "w1d1"
        _, mark, text = max(marks)
        week, day = session_id(text)
        if mark == "move":
            week = min(week, len(days))
            return f"w{week}d{min(day, days[week - 1])}"
        if week <= len(days) and day < days[week - 1]:
            return f"w{week}d{day + 1}"
        return f"w{week + 1}d1" if week < len(days) else None


def subject(change):
    return ("program", change["program"]) if "program" in change else ("workout", change["workoutId"])


def possible(value):
    """The summary without its impossible members; None if the line is not a summary."""
    if not all(isinstance(value.get(key), str) for key in ("workoutId", "plan", "startedAt", "endedAt")):
        return None
    if not isinstance(value.get("completed"), bool) or not all(is_whole(value.get(key)) for key in REQUIRED):
        return None
    if "T" not in value["startedAt"]:
        return None
    summary = dict(value)
    for key, (low, high) in REQUIRED.items():
        if not low <= summary[key] <= high:
            summary[key] = 0
    for key, (low, high) in RANGES.items():
        number = summary.get(key)
        is_right = is_number(number) if key.endswith("M") else is_whole(number)
        if number is not None and not (is_right and low <= number <= high):
            del summary[key]
    for key in ("title", "planName", "note"):
        if not isinstance(summary.get(key, ""), str):
            del summary[key]
    if "laps" in summary and not are_laps_possible(summary["laps"]):
        del summary["laps"]
    for lap in summary.get("laps", {}).get("laps", []):
        if "distanceM" in lap and not 0 <= lap["distanceM"] <= 10**9:
            del lap["distanceM"]
    session = summary.get("session")
    if session and not (1 <= session["week"] <= session["weeks"] <= 1000 and 1 <= session["day"] <= session["days"] <= 1000):
        del summary["session"]
    return summary


def are_laps_possible(laps):
    times = [laps["beginMs"]]
    for lap in laps["laps"]:
        if not 0 <= lap["interval"] < len(laps["intervals"]):
            return False
        times += [time for pause in lap.get("pauses", []) for time in (pause["beginMs"], pause["endMs"])]
        times.append(lap["endMs"])
    return all(0 <= time <= 10**12 for time in times) and times == sorted(times)


def is_done(summary):
    elapsed, planned = summary["elapsedMs"], summary.get("plannedMs")
    if elapsed < 10_000:
        return False
    if planned is None:
        return summary["completed"]
    if elapsed * 5 >= planned * 4:
        return True
    metres, wanted = summary.get("distanceM"), summary.get("plannedDistanceM")
    return bool(summary.get("corrected")) and metres is not None and bool(wanted) and metres + 0.01 >= wanted * 0.8


def rounded(number):
    return math.floor(number + 0.5)


def correct(summary, metres):
    laps = summary.get("laps", {"laps": []})
    before = summary.get("distanceM")
    summary["distanceM"], summary["corrected"] = metres, True
    begin, parts = laps.get("beginMs"), []
    for lap in laps["laps"]:
        pauses = sum(pause["endMs"] - pause["beginMs"] for pause in lap.get("pauses", []))
        kind = laps["intervals"][lap["interval"]]["kind"]
        parts.append([(lap["endMs"] - begin - pauses) / 1000, lap.get("distanceM"), kind if kind in KINDS[:-1] else None])
        begin = lap["endMs"]
    known = sum(part[1] or 0 for part in parts)
    earlier = max(0, summary["elapsedMs"] / 1000 - sum(part[0] for part in parts))
    parts.insert(0, [earlier, None if before is None else max(0, before - known), None])
    weights = spread_weights(parts)
    if sum(weights) == 0:
        weights = [part[0] for part in parts]
    if sum(weights) == 0:
        return
    done = metres * weights[0] / sum(weights)
    for lap, weight in zip(laps["laps"], weights[1:]):
        start, done = done, done + metres * weight / sum(weights)
        lap["distanceM"] = (rounded(done * 100) - rounded(start * 100)) / 100


def spread_weights(parts):
    """The relative distances of the parts: their seconds, their metres or None, and their kinds or None."""
    def speed(pairs):
        seconds, metres = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        return metres / seconds if seconds > 0 and metres > 0 else None

    moving = [part for part in parts if part[0] > 0 and part[1] is not None and part[2] not in (None, "rest")]
    race = speed([(seconds * SHARES[kind], metres) for seconds, metres, kind in moving])
    if race is None:
        mixed = speed([part for part in parts if part[0] > 0 and part[1] is not None and part[2] is None])
        share = speed([(part[0], part[0] * SHARES.get(part[2], 0)) for part in parts if part[2] is not None])
        race = (mixed or 1) / (share or 1)
    estimates = []
    for seconds, metres, kind in parts:
        if metres is None and kind is not None:
            own = speed([part for part in moving if part[2] == kind])
            metres = 0 if kind == "rest" else seconds * (own or race * SHARES[kind])
        estimates.append(metres)
    others = speed([(part[0], metres) for part, metres in zip(parts, estimates) if metres is not None])
    # A part without time covers no distance.
    return [0 if part[0] == 0 else part[0] * (others or 1) if metres is None else metres
            for part, metres in zip(parts, estimates)]


# Random histories


class Maker:
    def __init__(self, rng):
        self.rng, self.count = rng, 0

    def text(self):
        lines = []
        for _ in range(self.rng.randint(0, 14)):
            lines.append(self.line(lines))
        return b"".join(line + b"\n" for line in lines)

    def line(self, lines):
        rng = self.rng
        choice = rng.random()
        if choice < 0.06:
            return rng.choice([b"", b"garbage", b"{}", b'{"workoutId":"x"', b"[1]", b'{"change":"paint","workoutId":"w1"}'])
        if choice < 0.2 and lines:
            return rng.choice(lines)
        if choice < 0.6 or not self.count:
            self.count += 1
            return self.encode(self.workout())
        return self.encode(self.change(f"w{rng.randint(1, self.count + 1)}"))

    def encode(self, value):
        separators = (",", ":") if self.rng.random() < 0.8 else (", ", ": ")
        return json.dumps(value, separators=separators).encode()

    def workout(self):
        rng, number = self.rng, self.count
        started = f"2026-{1 + number // 28:02}-{1 + number % 28:02}T06:30:00Z"
        planned = rng.choice([None, 600_000, 1_800_000])
        value = {
            "workoutId": f"w{number}", "plan": "30m run", "completed": rng.random() < 0.5, "startedAt": started,
            "endedAt": started, "elapsedMs": rng.choice([9_999, 10_000, 400_000, 480_000, 600_000, 1_800_000]),
            "pausedMs": rng.randint(0, 9999), "intervals": rng.randint(1, 9), "plannedMs": planned,
            "distanceM": rng.choice([None, 0, 1500.5, 5000]), "plannedDistanceM": rng.choice([None, 0, 6000]),
            "heartRate": rng.choice([None, 20, 152, 250]), "note": rng.choice([None, "legs heavy"])}
        if rng.random() < 0.6:
            program = rng.choice(list(PROGRAMS))
            value["session"] = {"program": program, "week": rng.randint(1, 4), "day": rng.randint(1, 3), "weeks": 4, "days": 3}
        if rng.random() < 0.7:
            value["laps"] = self.laps()
        if rng.random() < 0.3:
            key = rng.choice(list(RANGES) + list(REQUIRED) + ["note", "title", "startedAt", "completed"])
            value[key] = rng.choice([-1, 65_535, 10**13, 2**63 - 1, 1.5, "much", [7]])
        return {key: item for key, item in value.items() if item is not None}

    def laps(self):
        rng = self.rng
        intervals = [{"kind": kind, "goal": "30s"} for kind in rng.sample(KINDS, 3)]
        begin = time = rng.choice([0, 5000])
        laps, is_known = [], rng.random() < 0.5
        for _ in range(rng.randint(1, 6)):
            lap = {"interval": rng.randint(0, 2), "rounds": [], "ended": "time"}
            if rng.random() < 0.3:
                lap["pauses"] = [{"beginMs": time + 1000, "endMs": time + 3000}]
                time += 2000
            time += 1000 * rng.randint(2, 90)
            lap["endMs"] = time
            if is_known and rng.random() < 0.7:
                lap["distanceM"] = rng.choice([0, 75, 120.25, rng.randint(1, 400)])
            laps.append(lap)
        if rng.random() < 0.1:
            rng.choice(laps)[rng.choice(["endMs", "interval", "distanceM"])] = rng.choice([-1, 10**13])
        return {"beginMs": begin, "dropped": rng.randint(0, 2), "intervals": intervals, "laps": laps}

    def change(self, workout):
        rng = self.rng
        change = {"at": "2026-11-28T10:00:00Z", "change": rng.choice(["correct", "correct", "note", "remove", "undo", "undo", "move", "move"])}
        if change["change"] == "move" or change["change"] == "undo" and rng.random() < 0.4:
            change["program"] = rng.choice(list(PROGRAMS))
        else:
            change["workoutId"] = workout
        if change["change"] == "correct":
            change["distanceM"] = rng.choice([0, 4800, 900.5, rng.randint(0, 9000)])
        elif change["change"] == "note" and rng.random() < 0.6:
            change["note"] = rng.choice(["windy", "new shoes"])
        elif change["change"] == "move":
            change["session"] = f"w{rng.randint(1, 4)}d{rng.randint(1, 3)}"
        return change


# The comparison


def alike(one, other):
    if is_number(one) and is_number(other):
        return abs(one - other) < 0.0101
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(alike(*pair) for pair in zip(one, other))
    return type(one) is type(other) and one == other


def without_nulls(value):
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


class Run:
    def __init__(self, machine, client):
        self.machine, self.client = machine, client
        self.path = f"{machine.folder}/state/intervald/history.jsonl"
        self.checks = 0
        plans = f"{machine.folder}/config/intervald/plans"
        os.makedirs(plans, mode=0o700)
        for name, weeks in PROGRAMS.items():
            text = "".join(f"week {index + 1}\n{days}x session: 30m run\n\n" for index, days in enumerate(weeks))
            with open(f"{plans}/{name}.program", "w", encoding="utf-8") as file:
                file.write(text)

    def read(self):
        with open(self.path, "rb") as file:
            return file.read()

    def write(self, text):
        with open(self.path, "wb") as file:
            file.write(text)
        os.chmod(self.path, 0o600)

    def intervalctl(self, *arguments):
        environment = {key: value for key, value in self.machine.environment.items() if key != "LD_PRELOAD"}
        return subprocess.run([self.client, *arguments], env=environment, capture_output=True, text=True, timeout=60)

    def expect(self, what, actual, expected):
        self.checks += 1
        if not alike(actual, expected):
            text = self.read().decode(errors="replace")
            raise Difference(f"{what}\nactual:   {actual}\nexpected: {expected}\nhistory:\n{text}")

    def compare(self):
        history = History(self.read())
        lines = self.intervalctl("history", "--json").stdout.splitlines()
        actual = [without_nulls(json.loads(line)) for line in lines]
        self.expect("history --json", actual, [without_nulls(history.summary(id)) for id in history.visible])
        _, plans = self.machine.call("ListPlans")
        daemon = {plan["name"]: plan.get("nextSession") for plan in plans["plans"]}
        for program in PROGRAMS:
            due = history.due(program)
            shown = json.loads(self.intervalctl("program", program, "--json").stdout)
            self.expect(f"the next session of {program} for intervalctl", shown["next"], due)
            self.expect(f"the next session of {program} for the daemon", daemon[program], due)
        return history

    def undo(self, history):
        """Undoes the last change. Returns whether there was a change."""
        before, last = self.read(), history.changes[-1][1] if history.changes else None
        result = self.intervalctl("history", "undo")
        self.expect("the status of history undo", result.returncode, 0 if last else 1)
        if not last:
            self.expect("the history without a change", self.read() == before, True)
            return
        line = json.loads(self.read().splitlines()[-1])
        self.expect("the line of history undo", [line["change"], *subject(line)], ["undo", *subject(last)])
        after = History(self.read())
        output = result.stdout.splitlines()[0]
        if "workoutId" not in last:
            word = f"{last['program']}"
        elif after.is_removed(last["workoutId"]):
            word = ", which is still removed"
        elif last["change"] == "note" and after.summary(last["workoutId"]).get("note") is not None:
            word = f'Restored the note "{after.summary(last["workoutId"])["note"]}" on'
        elif last["change"] == "correct" and after.summary(last["workoutId"]).get("corrected"):
            word = "Undid the last correction of"
        else:
            word = {"remove": "Restored", "note": "Undid the note on", "correct": "Undid the correction of"}[last["change"]]
        self.expect(f"the words of history undo, {output!r}, contain {word!r}", word in output, True)

    def correct(self, history):
        """Corrects the last workout through the daemon."""
        error, reply = self.machine.call("Correct", distanceM=123)
        if not history.visible:
            self.expect("the error without a workout", error, "NotRunning")
            return
        summary = history.summary(history.visible[-1])
        correct(summary, 123)
        self.expect("the correction by the daemon", without_nulls(reply["summary"]), without_nulls(summary))

    def trial(self, rng):
        maker = Maker(rng)
        text = maker.text()
        if rng.random() < 0.3:
            # The files of two machines, one of which is a copy of the beginning of the other, are joined.
            lines = text.splitlines(keepends=True)
            copy = b"".join(lines[: rng.randint(0, len(lines))])
            text = text + copy if rng.random() < 0.5 else copy + text
        self.write(text)
        for _ in range(4):
            history = self.compare()
            choice = rng.random()
            if choice < 0.6:
                self.undo(history)
            elif choice < 0.8:
                self.correct(history)
            else:
                self.write(self.read() + maker.line(self.read().splitlines()) + b"\n")
        self.compare()


def main():
    # A failure of the test ends this program, which then removes its folder.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    daemon, client, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    seed = sys.argv[4] if len(sys.argv) > 4 else "1"
    first = int(sys.argv[5]) if len(sys.argv) > 5 else 0
    machine = Machine(daemon)
    try:
        run = Run(machine, client)
        machine.start()
        for number in range(first, first + count):
            try:
                run.trial(random.Random(f"{seed}/{number}"))
            except Difference as difference:
                print(f"{difference}\nrepeat with: history.py INTERVALD INTERVALCTL 1 {seed} {number}")
                return 1
        print(f"history: {count} random histories, {run.checks} comparisons, no difference; seed {seed}")
        return 0
    finally:
        machine.close()


if __name__ == "__main__":
    sys.exit(main())
