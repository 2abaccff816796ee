"""Reads FIT workouts with three libraries that share no code with intervald or with each other.

usage: fit_readers.py FOLDER

The script reads the files in FOLDER in the order of their names. It fails if the libraries read different values.
Otherwise, it prints a line of JSON for each file: the messages with their numbers, and the raw values of the fields by
field number.
"""

import json
import pathlib
import sys

import fit_messages


def main():
    for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        first, *others = [read(path) for read in fit_messages.READERS]
        for other in others:
            assert other == first, f"{path}: {first} is not {other}"
        print(json.dumps([
            {"message": message,
             "numbers": {field: value for field, value in fields.items() if not isinstance(value, str)},
             "texts": {field: value for field, value in fields.items() if isinstance(value, str)}}
            for message, fields in first]))


main()
