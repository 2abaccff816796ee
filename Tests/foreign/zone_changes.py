"""Prints the changes of the offsets of time zones, as Python's zoneinfo computes them.

usage: zone_changes.py FIRST LAST [ZONE...]

FIRST and LAST are years. Without a ZONE, the script uses all zones of the system. It prints a line of JSON for each
zone: the name, and a list with an entry for the start of FIRST and for each change before the end of LAST. An entry
has the moment in seconds since 1970, the offset in seconds, and the abbreviation.
"""

import datetime
import json
import pathlib
import sys
import zoneinfo

# A shorter period between two changes could be missed.
STEP = 12 * 3600


def state(zone, moment):
    local = datetime.datetime.fromtimestamp(moment, zone)
    return int(local.utcoffset().total_seconds()), local.tzname()


def changes(zone, first, last):
    found, before = [[first, *state(zone, first)]], state(zone, first)
    for moment in range(first + STEP, last + 1, STEP):
        after = state(zone, moment)
        if after != before:
            low, high = moment - STEP, moment
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if state(zone, middle) == before else (low, middle)
            found.append([high, *after])
        before = after
    return found


def main():
    first, last = (int(datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc).timestamp())
                   for year in (int(sys.argv[1]), int(sys.argv[2]) + 1))
    zoneinfo.reset_tzpath(["/usr/share/zoneinfo"])
    for name in sys.argv[3:] or sorted(zoneinfo.available_timezones()):
        # The package tzdata of Python may have more zones than the system.
        if pathlib.Path("/usr/share/zoneinfo", name).is_file():
            print(json.dumps({"name": name, "changes": changes(zoneinfo.ZoneInfo(name), first, last)}))


main()
