"""Reads FIT workouts with three libraries that share no code with intervald or with each other.

usage: fit_readers.py FOLDER

The script reads the files in FOLDER in the order of their names. It fails if the libraries read different values.
Otherwise, it prints a line of JSON for each file: the messages with their numbers, and the raw values of the fields by
field number.
"""

import json
import pathlib
import sys

import fitdecode
import fitparse
from garmin_fit_sdk import Decoder, Profile, Stream

MESSAGES = {0: "file_id", 26: "workout", 27: "workout_step"}


def number(field):
    """Returns a raw value for JSON: a number or a text unchanged, and any other value as a text."""
    return field if isinstance(field, (int, float, str)) else str(field)


def with_garmin(path):
    """Reads a file with the library of Garmin."""
    messages, errors = Decoder(Stream.from_file(str(path))).read(
        apply_scale_and_offset=False, convert_datetimes_to_dates=False, convert_types_to_strings=False,
        expand_sub_fields=False, expand_components=False, merge_heart_rates=False)
    assert not errors, errors
    read = []
    for message, name in MESSAGES.items():
        numbers = {field["name"]: field["num"] for field in Profile["messages"][message]["fields"].values()}
        for fields in messages.get(f"{name}_mesgs", []):
            read.append([message, {numbers[key]: number(value) for key, value in fields.items()}])
    return read


def with_fitdecode(path):
    read = []
    with fitdecode.FitReader(str(path), check_crc=fitdecode.CrcCheck.RAISE) as reader:
        for frame in reader:
            if isinstance(frame, fitdecode.FitDataMessage):
                fields = {field.def_num: number(field.raw_value) for field in frame.fields}
                read.append([frame.mesg_type.mesg_num, fields])
    return read


def with_fitparse(path):
    read = []
    for message in fitparse.FitFile(str(path), check_crc=True).get_messages():
        fields = {field.def_num: number(field.raw_value) for field in message.fields if field.field_def}
        read.append([message.mesg_num, fields])
    return read


def main():
    for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        first, *others = [sorted(read(path), key=lambda message: message[0])
                          for read in (with_garmin, with_fitdecode, with_fitparse)]
        for other in others:
            assert other == first, f"{path}: {first} is not {other}"
        print(json.dumps([
            {"message": message,
             "numbers": {field: value for field, value in fields.items() if not isinstance(value, str)},
             "texts": {field: value for field, value in fields.items() if isinstance(value, str)}}
            for message, fields in first]))


main()
