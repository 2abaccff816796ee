"""Reads workout files in XML with Python's xml.etree, which shares no code with intervald.

usage: xml_reader.py zwo|tcx FOLDER

The script reads the files in FOLDER in the order of their names, and prints a line of JSON for each file. The line
contains the intervals in order. Each interval has its end, such as 30s, 400m or open, and its displayed text, which may
be empty. TCX files are checked against the rules for workouts in Garmin's TrainingCenterDatabasev2.xsd.
"""

import json
import pathlib
import sys
import xml.etree.ElementTree as tree

NAMESPACE = "{http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2}"
TYPE = "{http://www.w3.org/2001/XMLSchema-instance}type"


def zwo(root):
    assert root.tag == "workout_file", root.tag
    assert root.findtext("sportType") == "run"
    intervals = []
    for part in root.find("workout"):
        texts = {}
        for event in part:
            assert event.tag == "textevent" and event.get("message"), event.attrib
            texts[int(event.get("timeoffset"))] = event.get("message")
        if part.tag == "IntervalsT":
            on, off = int(part.get("OnDuration")), int(part.get("OffDuration"))
            intervals += [[f"{on}s", texts.pop(0, "")], [f"{off}s", texts.pop(on, "")]] * int(part.get("Repeat"))
            powers = ("OnPower", "OffPower")
        else:
            intervals.append([f"{int(part.get('Duration'))}s", texts.pop(0, "")])
            powers = {"SteadyState": ("Power",), "Warmup": ("PowerLow", "PowerHigh"), "Cooldown": ("PowerLow", "PowerHigh"),
                      "FreeRide": ()}[part.tag]
        assert not texts, texts
        assert all(0 < float(part.get(power)) <= 2 for power in powers), part.attrib
    return intervals


class Workout:
    """Reads a workout of a TCX file, and checks it against the schema."""

    def __init__(self, root):
        assert root.tag == NAMESPACE + "TrainingCenterDatabase", root.tag
        (workouts,) = root
        (workout,) = workouts
        assert (self.name(workouts), self.name(workout)) == ("Workouts", "Workout")
        assert workout.get("Sport") == "Running"
        self.ids = set()
        children = list(workout)
        self.token(children.pop(0), "Name")
        if self.name(children[-1]) == "Notes":
            children.pop()
        assert children
        self.intervals = [interval for child in children for interval in self.step(child, "Step")]

    @staticmethod
    def name(element):
        assert element.tag.startswith(NAMESPACE), element.tag
        return element.tag.removeprefix(NAMESPACE)

    def token(self, element, name):
        """Checks an element of the type RestrictedToken_t: 1 to 15 characters."""
        assert self.name(element) == name and 1 <= len(element.text) <= 15, element.text
        assert element.text == " ".join(element.text.split())

    def whole(self, element, name, low, high):
        assert self.name(element) == name and element.text.isdigit(), (self.name(element), element.text)
        value = int(element.text)
        assert low <= value <= high, value
        return value

    def step(self, element, name):
        """Reads a Step_t or Repeat_t, which must have exactly the elements of the schema, in order."""
        assert self.name(element) == name
        children = list(element)
        number = self.whole(children.pop(0), "StepId", 1, 20)
        assert number not in self.ids
        self.ids.add(number)
        if element.get(TYPE) == "Repeat_t":
            count = self.whole(children.pop(0), "Repetitions", 2, 99)
            assert children
            return [interval for child in children for interval in self.step(child, "Child")] * count
        assert element.get(TYPE) == "Step_t"
        name = ""
        if self.name(children[0]) == "Name":
            name = children[0].text
            self.token(children.pop(0), "Name")
        duration, intensity, target = children
        assert (self.name(duration), self.name(intensity), self.name(target)) == ("Duration", "Intensity", "Target")
        assert intensity.text in ("Active", "Resting")
        self.target(target)
        return [[self.end(duration), name]]

    def end(self, duration):
        kind = duration.get(TYPE)
        if kind == "UserInitiated_t":
            assert not list(duration)
            return "open"
        (value,) = duration
        # Both values have the type unsignedShort in the schema.
        name, unit = {"Time_t": ("Seconds", "s"), "Distance_t": ("Meters", "m")}[kind]
        return f"{self.whole(value, name, 1, 65_535)}{unit}"

    def target(self, target):
        if target.get(TYPE) == "None_t":
            assert not list(target)
            return
        assert target.get(TYPE) == "Speed_t"
        (zone,) = target
        assert self.name(zone) == "SpeedZone" and zone.get(TYPE) == "CustomSpeedZone_t"
        view, low, high = zone
        assert self.name(view) == "ViewAs" and view.text in ("Pace", "Speed")
        assert self.name(low) == "LowInMetersPerSecond" and self.name(high) == "HighInMetersPerSecond"
        assert 0 < float(low.text) < float(high.text)


def main():
    form, folder = sys.argv[1:]
    for path in sorted(pathlib.Path(folder).iterdir()):
        root = tree.parse(path).getroot()
        print(json.dumps(zwo(root) if form == "zwo" else Workout(root).intervals))


main()
