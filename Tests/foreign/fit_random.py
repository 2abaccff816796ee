"""Makes random FIT files with fit-tool, which shares no code with intervald.

usage: fit_random.py FOLDER COUNT SEED

The script writes COUNT files to FOLDER: `0.fit`, `1.fit` and so on. For each file it prints a line of JSON with the plan
that an import should make and the losses that it should report. An activity, which has no plan, has the plan null. The
workouts contain exercises, weights, equipment, zones and workouts for walking; some activities contain a workout.
"""

import json
import pathlib
import random
import sys

from fit_tool.fit_file_builder import FitFileBuilder
from fit_tool.profile.messages.exercise_title_message import ExerciseTitleMessage
from fit_tool.profile.messages.file_id_message import FileIdMessage
from fit_tool.profile.messages.record_message import RecordMessage
from fit_tool.profile.messages.session_message import SessionMessage
from fit_tool.profile.messages.workout_message import WorkoutMessage
from fit_tool.profile.messages.workout_step_message import WorkoutStepDurationValueField, WorkoutStepMessage
from fit_tool.profile.profile_type import (
    FileType, Intensity, Manufacturer, Sport, WorkoutEquipment, WorkoutStepDuration, WorkoutStepTarget)

CATEGORIES = {0: "bench press", 17: "lunge", 19: "plank", 22: "push up", 28: "squat"}
KINDS = {
    Intensity.ACTIVE: "run", Intensity.REST: "rest", Intensity.WARMUP: "warmup", Intensity.COOLDOWN: "cooldown",
    Intensity.RECOVERY: "recover", None: ""}
ZONES = {WorkoutStepTarget.HEART_RATE: "heart rate", WorkoutStepTarget.POWER: "power", WorkoutStepTarget.SPEED: "speed"}
EQUIPMENT = {WorkoutEquipment.SWIM_FINS: "swim fins", WorkoutEquipment.SWIM_SNORKEL: "swim snorkel"}


def duration(seconds):
    parts = ((seconds // 3600, "h"), (seconds // 60 % 60, "m"), (seconds % 60, "s"))
    return "".join(f"{value}{unit}" for value, unit in parts if value)


class Workout:
    """A random workout: its messages, and the plan and the losses that an import should make."""

    def __init__(self, generator):
        self.generator = generator
        self.sport = generator.choice([Sport.RUNNING, Sport.WALKING])
        self.steps, self.titles, self.losses = [], {}, []
        plan = []
        for _ in range(generator.randint(1, 5)):
            if generator.random() < 0.3:
                first = len(self.steps)
                body = [self.interval() for _ in range(generator.randint(1, 3))]
                plan.append(f"{self.repeat(first)}x({', '.join(body)})")
            else:
                plan.append(self.interval())
        self.plan = ", ".join(plan)

    def message(self, kind):
        message = WorkoutStepMessage()
        message.message_index = len(self.steps)
        message.duration_type = kind
        self.steps.append(message)
        return message

    def repeat(self, first):
        count = self.generator.randint(2, 20)
        message = self.message(WorkoutStepDuration.REPEAT_UNTIL_STEPS_CMPLT)
        message.duration_step = first
        message.target_repeat_steps = count
        return count

    def interval(self):
        """Adds a step, and returns its interval in the notation of plans."""
        generator, texts = self.generator, []
        kind = generator.choice(
            [WorkoutStepDuration.TIME, WorkoutStepDuration.DISTANCE, WorkoutStepDuration.OPEN, WorkoutStepDuration.REPS])
        message = self.message(kind)
        intensity = generator.choice(list(KINDS))
        message.intensity = intensity
        word = KINDS[intensity]
        if self.sport == Sport.WALKING and intensity in (Intensity.ACTIVE, None):
            word = "walk"
        value, goal, end = None, "open", None
        if kind == WorkoutStepDuration.TIME:
            seconds = generator.randint(1, 5000)
            value, goal = seconds * 1000, duration(seconds)
        elif kind == WorkoutStepDuration.DISTANCE:
            metres = generator.randint(1, 999)
            value, goal = metres * 100, f"{metres}mtr"
        elif kind == WorkoutStepDuration.REPS:
            value = generator.randint(2, 30)
            end = f"{value} repetitions"
        if value is not None:
            # The setters of fit-tool for time and distance use the wrong scale.
            message.get_field(WorkoutStepDurationValueField.ID).set_encoded_value(0, value)
        if generator.random() < 0.3:
            texts.append(generator.choice(["Stand tall", "höher", "Sprint uphill"]))
            message.workout_step_name = texts[0]
        if generator.random() < 0.4:
            texts.append(self.exercise(message))
        if generator.random() < 0.2:
            weight = generator.randint(1, 400) / 2
            message.exercise_weight = weight
            message.weight_display_unit = 1
            texts.append(f"{weight:g} kg")
        if generator.random() < 0.2:
            equipment = generator.choice(list(EQUIPMENT))
            message.equipment = equipment
            texts.append(EQUIPMENT[equipment])
        if generator.random() < 0.2:
            message.notes = "Breathe"
            texts.append("Breathe")
        if end:
            texts.append(end)
            self.lose(f"{end} became open: end the interval with 'intervalctl next'")
        if generator.random() < 0.3:
            target = generator.choice(list(ZONES))
            zone = generator.randint(1, 5)
            message.target_type = target
            message.target_value = zone
            texts.append(f"{ZONES[target]} zone {zone}")
            self.lose(f"{texts[-1]} becomes a label")
        return " ".join(filter(None, [goal, word, f'"{", ".join(texts)}"' if texts else ""]))

    def exercise(self, message):
        category, number = self.generator.choice(list(CATEGORIES)), self.generator.randint(0, 3)
        message.exercise_category = category
        if self.generator.random() < 0.3:
            return CATEGORIES[category]
        message.exercise_name = number
        if number == 0:
            return f"{CATEGORIES[category]} (exercise 0)"
        self.titles[category, number] = f"Exercise {category}-{number}"
        return self.titles[category, number]

    def lose(self, words):
        if words not in self.losses:
            self.losses.append(words)

    def add(self, builder):
        workout = WorkoutMessage()
        workout.workout_name = "Random"
        workout.sport = self.sport
        workout.num_valid_steps = len(self.steps)
        builder.add(workout)
        for step in self.steps:
            builder.add(step)
        for index, ((category, number), title) in enumerate(self.titles.items()):
            message = ExerciseTitleMessage()
            message.message_index = index
            message.exercise_category = category
            message.exercise_name = number
            message.workout_step_name = title
            builder.add(message)


def add_activity(builder, generator):
    for second in range(generator.randint(1, 20)):
        record = RecordMessage()
        record.timestamp = 1_600_000_000_000 + second * 1000
        record.heart_rate = generator.randint(60, 190)
        builder.add(record)
    session = SessionMessage()
    session.timestamp = 1_600_000_100_000
    session.sport = Sport.RUNNING
    builder.add(session)


def main():
    folder, count, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    for number in range(count):
        generator = random.Random(seed + number)
        workout, is_activity = Workout(generator), generator.random() < 0.2
        builder = FitFileBuilder()
        identity = FileIdMessage()
        identity.type = FileType.ACTIVITY if is_activity else FileType.WORKOUT
        identity.manufacturer = Manufacturer.DEVELOPMENT.value
        identity.product = 0
        identity.serial_number = 1
        builder.add(identity)
        if is_activity:
            add_activity(builder, generator)
        if not is_activity or generator.random() < 0.5:
            workout.add(builder)
        (folder / f"{number}.fit").write_bytes(builder.build().to_bytes())
        expected = {"plan": None, "losses": []} if is_activity else {"plan": workout.plan, "losses": workout.losses}
        print(json.dumps(expected))


main()
