"""Reads a TCX activity, and checks the rules of Garmin's TrainingCenterDatabasev2.xsd.

The values of the sensors follow Garmin's ActivityExtensionv2.xsd. The schemas themselves are not
part of a package of Debian or of the Python package index.
"""

import datetime
import re
import xml.etree.ElementTree as tree

EXTENSION = "{http://www.garmin.com/xmlschemas/ActivityExtension/v2}"
NAMESPACE = "{http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2}"
TYPE = "{http://www.w3.org/2001/XMLSchema-instance}type"

# The elements of each type in order, each with the minimum and the maximum of its number. Elements that intervald does
# not write are left out. In the schema, the minimum of DistanceMeters in a lap is 1; intervald leaves an unknown
# distance out.
ELEMENTS = {
    "TrainingCenterDatabase": [("Activities", 0, 1)],
    "Activities": [("Activity", 0, None)],
    "Activity": [("Id", 1, 1), ("Lap", 1, None), ("Notes", 0, 1), ("Creator", 0, 1)],
    "Lap": [("TotalTimeSeconds", 1, 1), ("DistanceMeters", 0, 1), ("Calories", 1, 1),
            ("AverageHeartRateBpm", 0, 1), ("MaximumHeartRateBpm", 0, 1), ("Intensity", 1, 1),
            ("TriggerMethod", 1, 1), ("Track", 0, None), ("Extensions", 0, 1)],
    "AverageHeartRateBpm": [("Value", 1, 1)],
    "MaximumHeartRateBpm": [("Value", 1, 1)],
    "HeartRateBpm": [("Value", 1, 1)],
    "Track": [("Trackpoint", 1, None)],
    "Trackpoint": [("Time", 1, 1), ("DistanceMeters", 0, 1), ("HeartRateBpm", 0, 1), ("Extensions", 0, 1)],
    "Extensions": [("TPX", 0, 1), ("LX", 0, 1)],
    "TPX": [("Speed", 0, 1), ("RunCadence", 0, 1)],
    "LX": [("AvgRunCadence", 0, 1)],
    "Creator": [("Name", 1, 1), ("UnitId", 1, 1), ("ProductID", 1, 1), ("Version", 1, 1)],
    "Version": [("VersionMajor", 1, 1), ("VersionMinor", 1, 1)],
}
EXTENSIONS = {"TPX", "Speed", "RunCadence", "LX", "AvgRunCadence"}
ATTRIBUTES = {"Activity": {"Sport"}, "Lap": {"StartTime"}, "Creator": {TYPE}}

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
DECIMAL = re.compile(r"\d+(\.\d+)?")


def whole(limit):
    return lambda text: text.isdigit() and int(text) <= limit


# The rules for the texts of elements and attributes.
TEXTS = {
    "Id": TIME.fullmatch, "Time": TIME.fullmatch, "StartTime": TIME.fullmatch, "TotalTimeSeconds": DECIMAL.fullmatch,
    "DistanceMeters": DECIMAL.fullmatch, "Calories": whole(65_535), "Value": lambda text: text.isdigit() and 1 <= int(text) <= 255, "Speed": DECIMAL.fullmatch,
    "RunCadence": whole(254), "AvgRunCadence": whole(254), "UnitId": whole(4_294_967_295),
    "ProductID": whole(65_535), "VersionMajor": whole(65_535), "VersionMinor": whole(65_535),
    "Intensity": {"Active", "Resting"}.__contains__, "Sport": {"Running", "Biking", "Other"}.__contains__,
    "TriggerMethod": {"Manual", "Distance", "Location", "Time", "HeartRate"}.__contains__,
    "Name": lambda text: text == " ".join(text.split()), "Notes": lambda text: True, TYPE: "Device_t".__eq__,
}


def local_name(element):
    namespace, name = element.tag.split("}")
    assert namespace + "}" == (EXTENSION if name in EXTENSIONS else NAMESPACE), element.tag
    return name


def check(element):
    name = local_name(element)
    assert set(element.attrib) == ATTRIBUTES.get(name, set()), element.attrib
    for key, value in element.attrib.items():
        assert TEXTS[key](value), (name, key, value)
    if name not in ELEMENTS:
        assert len(element) == 0 and TEXTS[name](element.text or ""), (name, element.text)
        return
    children = [local_name(child) for child in element]
    for child, low, high in ELEMENTS[name]:
        count = 0
        while children and children[0] == child:
            children.pop(0)
            count += 1
        assert low <= count and (high is None or count <= high), (name, child, count)
    assert not children, (name, children)
    for child in element:
        check(child)


def time(text):
    return datetime.datetime.fromisoformat(text.removesuffix("Z"))


def read(path):
    """Returns the trackpoints, each with its time and its distance or None, and the laps."""
    root = tree.parse(path).getroot()
    assert root.tag == NAMESPACE + "TrainingCenterDatabase"
    check(root)

    def value(element, name):
        text = element.findtext(NAMESPACE + name)
        return None if text is None else float(text)

    points = [(time(point.findtext(NAMESPACE + "Time")), value(point, "DistanceMeters"))
              for point in root.iter(NAMESPACE + "Trackpoint")]
    laps = [{"start": time(lap.get("StartTime")), "seconds": value(lap, "TotalTimeSeconds"),
             "metres": value(lap, "DistanceMeters"), "trigger": lap.findtext(NAMESPACE + "TriggerMethod"),
             "cadence": lap.findtext(f"{NAMESPACE}Extensions/{EXTENSION}LX/{EXTENSION}AvgRunCadence"),
             "points": len(list(lap.iter(NAMESPACE + "Trackpoint")))}
            for lap in root.iter(NAMESPACE + "Lap")]
    return points, laps
