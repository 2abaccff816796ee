"""Plans for the model of a workout: intervals, repeats, their notation, and random plans.

Times are whole picoseconds, distances are metres, and speeds are metres per second.
"""

SECOND = 10**12
MILLISECOND = 10**9
MILE = 1609.344


class Interval:
    """An interval; `natural` is its duration as written, or None if the interval is open."""

    def __init__(self, text, kind, natural, metres, speed, label):
        self.goal, self.kind, self.natural, self.metres, self.label = text, kind, natural, metres, label
        # The speed is None if the runner moves at an unknown speed.
        self.speed = speed
        self.distance = metres if metres is not None else distance(speed, natural)


class Repeat:
    """A repeat; `extent` is "count", "time", "distance" or "forever", and `goal` is its number."""

    def __init__(self, extent, goal, body):
        self.extent, self.goal, self.body = extent, goal, body
        self.is_until = extent in ("time", "distance")
        inner = [step for step in body if isinstance(step, Repeat)]
        self.inner = max((1 + step.inner for step in inner), default=0)
        # The levels in the last interval of the repeat as planned; filled by the model.
        self.planned = None


class Plan:
    """A plan with its text; `is_exact` means that every boundary is a whole number of milliseconds."""

    def __init__(self, steps, lead_in, text, is_exact):
        self.steps, self.lead_in, self.text, self.is_exact = steps, lead_in, text, is_exact
        self.is_endless = any(isinstance(step, Repeat) and step.extent == "forever" for step in steps)


def distance(speed, time):
    """The distance covered in a time; None if the speed or the time is unknown, except while the runner rests."""
    if speed is None:
        return None
    if time is None:
        return 0.0 if speed == 0 else None
    return speed * (time / SECOND)


def written(time):
    """A time in the notation of plans."""
    seconds, rest = divmod(time, SECOND)
    if rest:
        return f"{time / SECOND:.3f}".rstrip("0") + "s"
    parts = [(seconds // 3600, "h"), (seconds // 60 % 60, "m"), (seconds % 60, "s")]
    return "".join(f"{number}{unit}" for number, unit in parts if number)


class PlanMaker:
    """Makes random plans."""

    def __init__(self, random):
        self.random = random

    def plan(self):
        self.is_exact = self.random.random() < 0.4
        self.count = 0
        chance = self.random.random()
        steps = []
        for _ in range(self.random.randint(1, 5)):
            kind = self.random.random()
            if kind < chance * 0.5:
                steps.append(self.repeat("forever", 0, None))
            elif kind < 0.75:
                steps.append(self.repeat(self.extent(None), 0, None))
            else:
                steps.append(self.interval(None))
        lead_in = self.random.choice([0, 0, 5 * SECOND, 10 * SECOND])
        lines = [f"lead-in {written(lead_in) if lead_in else 'off'}", ", ".join(text for _, text in steps)]
        return Plan([step for step, _ in steps], lead_in, "\n".join(lines), self.is_exact)

    def extent(self, until):
        extents = ["count", "count", "time"] + ([] if self.is_exact or until == "time" else ["distance"])
        return self.random.choice(extents)

    def repeat(self, extent, depth, until):
        # "distance" demands a pace of every interval in the body, "time" only forbids open intervals.
        inner = "distance" if "distance" in (extent, until) else "time" if "time" in (extent, until) else None
        body = []
        for _ in range(self.random.randint(1, 3)):
            if depth < 2 and self.random.random() < 0.35:
                body.append(self.repeat(self.extent(inner), depth + 1, inner))
            else:
                body.append(self.interval(inner))
        if extent == "distance":
            body.insert(self.random.randint(0, len(body)), self.interval(inner, moves=True))
        steps, inside = [step for step, _ in body], ", ".join(text for _, text in body)
        if extent == "count":
            count = self.random.randint(1, 4)
            return Repeat(extent, count, steps), f"{count}x({inside})"
        if extent == "time":
            goal = self.random.randint(60, 900) * SECOND
            return Repeat(extent, goal, steps), f"until {written(goal)} ({inside})"
        if extent == "distance":
            goal = self.random.choice([200, 300, 500, 1000, 1500, 2000])
            return Repeat(extent, float(goal), steps), f"until {goal}mtr ({inside})"
        return Repeat(extent, None, steps), f"forever ({inside})"

    def interval(self, until, moves=False):
        """An interval; in an `until` with a distance, the interval has a pace or stands still."""
        self.count += 1
        random, label = self.random, str(self.count)
        kind = random.choice(["run", "walk", "jog", "work", "rest", "recover", "interval"])
        pace, speed = "", 0.0 if kind == "rest" else None
        if moves or (kind != "rest" and until == "distance") or random.random() < 0.6:
            pace, speed = self.pace()
        if until is None and not moves and random.random() < 0.15:
            goal, natural, metres = "open", None, None
        elif speed and not self.is_exact and random.random() < 0.3:
            metres = float(random.choice([50, 100, 200, 400, 1000]))
            goal, natural = f"{metres:g}mtr", round(metres / speed * SECOND)
        else:
            natural = self.time()
            goal, metres = written(natural), None
        word = "" if kind == "interval" else f" {kind}"
        return Interval(goal, kind, natural, metres, speed, label), f'{goal}{word}{pace} "{label}"'

    def time(self):
        if self.random.random() < 0.3:
            return self.random.randint(1000, 20_000) * MILLISECOND
        return self.random.choice([1, 2, 3, 5, 10, 20, 30, 45, 60, 90, 120, 300]) * SECOND

    def pace(self):
        seconds = self.random.randint(180, 900)
        clock = f"{seconds // 60}:{seconds % 60:02}"
        number = self.random.randint(40, 200) / 10
        return self.random.choice([
            (f" @{clock}/km", 1000 / seconds), (f" @{clock}/mi", MILE / seconds),
            (f" @{number}kph", number / 3.6), (" @2.5m/s", 2.5)])
