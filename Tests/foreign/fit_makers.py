"""Makes FIT workouts with pace2fit and fit-tool, which share no code with intervald.

usage: fit_makers.py FOLDER TEXT...

Each TEXT is a workout in the language of pace2fit. The script writes a file for each TEXT to FOLDER: `0.fit`, `1.fit`
and so on. Then it writes `fit-tool.fit`, a workout that fit-tool makes.
"""

import pathlib
import sys

from fit_tool.fit_file_builder import FitFileBuilder
from fit_tool.profile.messages.file_id_message import FileIdMessage
from fit_tool.profile.messages.workout_message import WorkoutMessage
from fit_tool.profile.messages.workout_step_message import WorkoutStepDurationValueField, WorkoutStepMessage
from fit_tool.profile.profile_type import (
    FileType, Intensity, Manufacturer, Sport, WorkoutStepDuration, WorkoutStepTarget)
from pace2fit.encoder import encode_to_file
from pace2fit.parser import parse


class Builder:
    """Builds a workout step by step."""

    def __init__(self):
        self.steps = []

    def add(self, kind, value=None, intensity=None, name=None, zone=None):
        """Adds a step; `value` is in the unit of the file: milliseconds or centimetres."""
        message = WorkoutStepMessage()
        message.message_index = len(self.steps)
        message.duration_type = kind
        message.intensity = intensity
        message.target_type = WorkoutStepTarget.OPEN if zone is None else WorkoutStepTarget.HEART_RATE
        if value is not None:
            # The setters of fit-tool for time and distance use the wrong scale.
            message.get_field(WorkoutStepDurationValueField.ID).set_encoded_value(0, value)
        if name is not None:
            message.workout_step_name = name
        if zone is not None:
            message.target_hr_zone = zone
        self.steps.append(message)

    def repeat(self, first, count):
        message = WorkoutStepMessage()
        message.message_index = len(self.steps)
        message.duration_type = WorkoutStepDuration.REPEAT_UNTIL_STEPS_CMPLT
        message.duration_step = first
        message.target_repeat_steps = count
        self.steps.append(message)

    def write(self, path, name):
        builder = FitFileBuilder()
        identity = FileIdMessage()
        identity.type = FileType.WORKOUT
        identity.manufacturer = Manufacturer.DEVELOPMENT.value
        identity.product = 0
        identity.serial_number = 1
        builder.add(identity)
        workout = WorkoutMessage()
        workout.workout_name = name
        workout.sport = Sport.RUNNING
        workout.num_valid_steps = len(self.steps)
        builder.add(workout)
        for step in self.steps:
            builder.add(step)
        path.write_bytes(builder.build().to_bytes())


def main():
    folder, *texts = sys.argv[1:]
    folder = pathlib.Path(folder)
    for number, text in enumerate(texts):
        encode_to_file(parse(text, name=text), folder / f"{number}.fit")
    builder = Builder()
    builder.add(WorkoutStepDuration.TIME, 300_000, Intensity.WARMUP)
    builder.add(WorkoutStepDuration.DISTANCE, 40_000, Intensity.ACTIVE, name="Hill sprint")
    builder.add(WorkoutStepDuration.TIME, 90_500, Intensity.REST)
    builder.repeat(1, 4)
    builder.add(WorkoutStepDuration.TIME, 120_000, Intensity.RECOVERY, zone=2)
    builder.repeat(1, 3)
    builder.add(WorkoutStepDuration.OPEN, None, Intensity.COOLDOWN)
    builder.write(folder / "fit-tool.fit", "Hills")


main()
