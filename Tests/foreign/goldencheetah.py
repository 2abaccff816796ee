"""Reads activities with GoldenCheetah, which requires a screen.

usage: goldencheetah.py ACTIVITIES HOME

The script copies the files in the folder ACTIVITIES to a new athlete in the folder HOME, and starts GoldenCheetah,
which reads all files of the athlete. It prints a line of JSON for each file, in the order of their names.
"""

import ctypes
import json
import os
import pathlib
import shutil
import subprocess
import sys

IN_CLOSE_WRITE, IN_MOVED_TO = 0x8, 0x80


def read(path, count):
    """Returns the activities in GoldenCheetah's cache; None if the cache is not complete."""
    try:
        rides = json.loads(path.read_text(encoding="utf-8-sig"))["RIDES"]
    except (OSError, ValueError):
        return None
    return rides if len(rides) == count else None


def main():
    activities, home = map(pathlib.Path, sys.argv[1:])
    athlete = home / ".goldencheetah" / "athlete"
    for name in ("activities", "cache", "config"):
        (athlete / name).mkdir(parents=True)
    # Without this file, GoldenCheetah asks for permission to convert an old athlete.
    (athlete / "config" / "athlete-general.ini").write_text("[General]\nversionused=3990\n[upgradesuccess]\nfolder=true\n")
    files = sorted(activities.iterdir())
    for number, file in enumerate(files):
        # GoldenCheetah takes the time of an activity from the name of its file.
        name = f"2026_01_01_{number // 60:02}_{number % 60:02}_00{file.suffix}"
        shutil.copy(file, athlete / "activities" / name)
    libc = ctypes.CDLL(None, use_errno=True)
    watch = libc.inotify_init1(0)
    cache = athlete / "cache"
    assert libc.inotify_add_watch(watch, bytes(cache), IN_CLOSE_WRITE | IN_MOVED_TO) >= 0
    program = subprocess.Popen(
        ["GoldenCheetah", "--debug", str(athlete.parent), athlete.name], env=os.environ | {"HOME": str(home)},
        stdout=sys.stderr)
    try:
        rides = None
        while rides is None:
            os.read(watch, 65_536)
            rides = read(cache / "rideDB.json", len(files))
    finally:
        program.kill()
        program.wait()
    for ride in sorted(rides, key=lambda ride: ride["filename"]):
        metrics = ride["METRICS"]
        print(json.dumps({
            "sport": ride.get("sport", ride["TAGS"].get("Sport", "").strip()),
            "seconds": float(metrics.get("workout_time", 0)),
            "kilometres": float(metrics.get("total_distance", 0)),
            # The type 1 is a lap of the device.
            "laps": [[float(part["start"]), float(part["stop"])] for part in ride.get("INTERVALS", [])
                     if part["type"] == "1"]}))


main()
