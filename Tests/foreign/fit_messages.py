"""Reads the messages of a FIT file with three libraries that share no code with intervald or with each other.

A message is a pair of its number and a dictionary of its fields: the raw values by the numbers of the fields.
"""

import fitdecode
import fitparse
from garmin_fit_sdk import Decoder, Profile, Stream


def number(field):
    """Returns a raw value for JSON: a number or a text unchanged, and any other value as a text."""
    return field if isinstance(field, (int, float, str)) else str(field)


def with_garmin(path):
    """Reads a file with the library of Garmin."""
    read = []

    def add(message, fields):
        numbers = {field["name"]: field["num"] for field in Profile["messages"][message]["fields"].values()}
        read.append((message, {numbers[key]: number(value) for key, value in fields.items()}))

    _, errors = Decoder(Stream.from_file(str(path))).read(
        apply_scale_and_offset=False, convert_datetimes_to_dates=False, convert_types_to_strings=False,
        expand_sub_fields=False, expand_components=False, merge_heart_rates=False, mesg_listener=add)
    assert not errors, errors
    return read


def with_fitdecode(path):
    with fitdecode.FitReader(str(path), check_crc=fitdecode.CrcCheck.RAISE) as reader:
        return [(frame.mesg_type.mesg_num, {field.def_num: number(field.raw_value) for field in frame.fields})
                for frame in reader if isinstance(frame, fitdecode.FitDataMessage)]


def with_fitparse(path):
    return [(message.mesg_num, {field.def_num: number(field.raw_value) for field in message.fields if field.field_def})
            for message in fitparse.FitFile(str(path), check_crc=True).get_messages()]


READERS = (with_garmin, with_fitdecode, with_fitparse)
