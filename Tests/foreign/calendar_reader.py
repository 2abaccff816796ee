"""Reads calendar files with icalendar, and computes the moments of their events in two ways.

usage: calendar_reader.py FOLDER

The script reads the .ics files of FOLDER in the order of their names. It fails if a line breaks a rule of RFC 5545, if
icalendar finds an error or writes other lines, or if the definition of the time zone in a file gives another moment
for an event than Python's zoneinfo. The name of a file ends with the name of the zone, with a colon for each slash. The
script prints a line of JSON for each file: the name of the calendar, the number of compared moments, and the events.

The script runs with icalendar 7, which computes the definition of a time zone with dateutil, and with Debian's
icalendar 4, which computes it with pytz.
"""

import datetime
import inspect
import itertools
import json
import pathlib
import re
import sys
import zoneinfo

import icalendar

UTC = datetime.timezone.utc


def check_lines(content):
    lines = content.split(b"\r\n")
    assert lines.pop() == b"", "the last line has no end"
    for line in lines:
        assert 0 < len(line) <= 75, line
        # A continuation has at least a character, and no character is divided.
        assert len(line) > 1 and line.decode() and not re.search(rb"[\x00-\x08\x0a-\x1f\x7f]", line), line


def unfolded(content):
    """The lines without folds, and with one form for each rule and for each length of time."""
    lines = content.replace(b"\r\n ", b"").split(b"\r\n")
    return [normal(*line.partition(b":")) for line in lines]


def normal(name, _, value):
    if name == b"RRULE":
        return name, set(value.split(b";"))
    if name in (b"DURATION", b"TRIGGER"):
        return name, icalendar.vDuration.from_ical(value.decode())
    return name, value


def defined_zones(calendar):
    """The zones that the file defines, without any other information about these zones."""
    zones = {}
    for zone in calendar.walk("VTIMEZONE"):
        if "lookup_tzid" in inspect.signature(zone.to_tz).parameters:
            zones[str(zone["TZID"])] = zone.to_tz(lookup_tzid=False)
        else:
            zones[str(zone["TZID"])] = zone.to_tz()
    return zones


def moment(local, zone):
    located = zone.localize(local) if hasattr(zone, "localize") else local.replace(tzinfo=zone)
    return int(located.timestamp())


def expected_moment(local, zone):
    """The moment in zoneinfo; None if the local time does not exist, or exists twice, because readers differ there."""
    first, second = (local.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    return int(first.timestamp()) if first.utcoffset() == second.utcoffset() else None


def read(path):
    content = path.read_bytes()
    check_lines(content)
    calendar = icalendar.Calendar.from_ical(content)
    # icalendar 7 does not decode the texts of properties that it does not know.
    renamed = icalendar.Calendar.from_ical(content.replace(b"\r\nX-WR-CALNAME:", b"\r\nCOMMENT:"))
    errors = [error for component in calendar.walk() for error in component.errors]
    assert not errors, errors
    written = unfolded(calendar.to_ical(sorted=False))
    different = [pair for pair in itertools.zip_longest(written, unfolded(content)) if pair[0] != pair[1]]
    assert not different, different[:3]
    zones, events, compared = defined_zones(calendar), [], 0
    for event in calendar.walk("VEVENT"):
        start, parameter = event["DTSTART"], event["DTSTART"].params.get("TZID")
        if parameter is None:
            assert not zones
            start = int(start.dt.timestamp()) if start.dt.tzinfo else start.dt.isoformat()
        else:
            local = start.dt.replace(tzinfo=None)
            start = moment(local, zones[parameter])
            expected = expected_moment(local, zoneinfo.ZoneInfo(path.stem.split(" ")[-1].replace(":", "/")))
            if expected is not None:
                assert start == expected, (local, start - expected)
                compared += 1
        alarms = [int(alarm["TRIGGER"].dt.total_seconds()) for alarm in event.walk("VALARM")]
        assert all(alarm["ACTION"] == "DISPLAY" for alarm in event.walk("VALARM"))
        assert all(alarm["DESCRIPTION"] == event["SUMMARY"] for alarm in event.walk("VALARM"))
        events.append({
            "uid": event["UID"], "start": start, "seconds": int(event["DURATION"].dt.total_seconds()),
            "summary": event["SUMMARY"], "description": event.get("DESCRIPTION"),
            "categories": [str(category) for category in event["CATEGORIES"].cats] if "CATEGORIES" in event else [],
            "alarms": alarms})
    return {"name": renamed["COMMENT"], "compared": compared, "events": events}


def main():
    zoneinfo.reset_tzpath(["/usr/share/zoneinfo"])
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.ics")):
        try:
            print(json.dumps(read(path)))
        except Exception as error:
            raise AssertionError(path) from error


main()
