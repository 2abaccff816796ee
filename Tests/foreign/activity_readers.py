"""Reads activities with programs that share no code with intervald or with each other.

usage: activity_readers.py FOLDER

FOLDER contains pairs of files: an activity as FIT and as TCX. The script reads the pairs in the order of their names:
FIT with garmin-fit-sdk, fitdecode and fitparse, and TCX with tcxreader. It fails if the readers read different values,
if a file contradicts itself or the other file, or if a TCX file breaks a rule of Garmin's TrainingCenterDatabasev2.xsd.
Otherwise, it prints a line of JSON for each pair.
"""

import datetime
import json
import pathlib
import sys

from tcxreader.tcxreader import TCXReader

import fit_messages
import tcx_rules

FILE_ID, SESSION, LAP, RECORD, EVENT, DEVICE_INFO, WORKOUT, STEP, ACTIVITY = 0, 18, 19, 20, 21, 23, 26, 27, 34
TIMESTAMP = 253
# 1989-12-31 00:00 UTC in seconds since 1970.
EPOCH = 631_065_600


class FIT:
    """The messages of an activity, which must not contradict each other."""

    def __init__(self, path):
        first, *others = [read(path) for read in fit_messages.READERS]
        for other in others:
            assert other == first, f"{path}: {first} is not {other}"
        self.messages = first
        self.laps, self.records = self.all(LAP), self.all(RECORD)
        (self.session,), (self.activity,) = self.all(SESSION), self.all(ACTIVITY)
        self.has_sensors = any(3 in record for record in self.records)
        self.check_order()
        self.check_laps()
        self.check_records()
        self.check_sensors()

    def all(self, number):
        return [fields for message, fields in self.messages if message == number]

    def check_order(self):
        numbers = [number for number, _ in self.messages]
        assert numbers[:2] == [FILE_ID, DEVICE_INFO] and numbers[-3:] == [LAP, SESSION, ACTIVITY], numbers
        assert self.messages[0][1][0] == 4
        rest = numbers[2:-3]
        if WORKOUT in rest:
            steps = rest.count(STEP)
            assert rest[:1 + steps] == [WORKOUT] + [STEP] * steps
            assert self.all(WORKOUT)[0][6] == steps
            rest = rest[1 + steps:]
        assert rest[0] == rest[-1] == EVENT and set(rest) <= {EVENT, RECORD, LAP}
        times = [fields[TIMESTAMP] for number, fields in self.messages if number in (EVENT, RECORD, LAP)]
        assert times == sorted(times), times
        # The timer starts, and then stops and starts alternately.
        assert [event[1] for event in self.all(EVENT)] == [0, 4] * (len(self.all(EVENT)) // 2)
        assert all(event[0] == 0 for event in self.all(EVENT))

    def check_laps(self):
        """Checks that the laps follow each other and add up to the session and to the activity."""
        laps, session = self.laps, self.session
        assert [lap[254] for lap in laps] == list(range(len(laps))) and session[26] == len(laps) and session[25] == 0
        assert laps[0][2] == session[2] and laps[-1][TIMESTAMP] == session[TIMESTAMP] == self.activity[TIMESTAMP]
        assert all(lap[TIMESTAMP] == following[2] for lap, following in zip(laps, laps[1:]))
        assert sum(lap[7] for lap in laps) == session[7] and sum(lap[8] for lap in laps) == session[8]
        assert session[8] == self.activity[0] and session[7] >= session[8]
        # A time is rounded up to whole seconds.
        assert session[TIMESTAMP] - session[2] == -(-session[7] // 1000)
        assert all(lap[24] != 7 for lap in laps[:-1]) and laps[-1][24] == 7
        self.has_distance = 9 in session
        known = [lap for lap in laps if 9 in lap]
        assert all((9 in lap) == (110 in lap) for lap in laps)
        assert (124 in session) == self.has_distance == bool(known)
        if self.has_distance:
            assert sum(lap[9] for lap in known) == session[9]
            # The speed of the session is the average of the laps with a distance.
            speeds = [(lap[110], lap[8], lap[9]) for lap in known]
            for speed, time, distance in speeds + [(session[124], sum(lap[8] for lap in known), session[9])]:
                assert abs(speed * time / 10_000 - distance) <= 0.5 * time / 10_000 + 1e-6

    def check_sensors(self):
        """Checks the averages of the heart rate and of the cadence, which is the cadence of one foot."""
        # The records of a lap are before the message of the lap.
        inside = []
        for message, fields in self.messages:
            if message == RECORD:
                inside.append(fields)
            elif message == LAP:
                self.check_averages(fields, inside, 15, 17, 80)
                inside = []
        self.check_averages(self.session, self.records, 16, 18, 92)

    @staticmethod
    def check_averages(part, records, rate, cadence, fraction):
        rates = [record[3] for record in records if 3 in record]
        # Times without steps do not count.
        steps = [2 * record[4] + record[53] / 64 for record in records if record.get(4) or record.get(53)]
        assert (rate in part) == (rate + 1 in part) == bool(rates) and (cadence in part) == bool(steps), part
        if rates:
            assert abs(part[rate] - sum(rates) / len(rates)) <= 0.5 and part[rate + 1] == max(rates), (part, rates)
        if steps:
            assert abs(2 * part[cadence] + part[fraction] / 64 - sum(steps) / len(steps)) <= 0.5, (part, steps)

    def check_records(self):
        """Checks the distance and the speed of each record, and the records of each lap."""
        records, session = self.records, self.session
        times = [record[TIMESTAMP] for record in records]
        assert all(time < following for time, following in zip(times, times[1:]))
        assert times[0] == session[2] and times[-1] == session[TIMESTAMP]
        # The records of a lap have a distance if the lap has one. The last record is at the end of the last lap. In a lap
        # without a distance, only the first record may have one: that of the laps before.
        laps = [next((lap for lap in self.laps if lap[2] <= time < lap[TIMESTAMP]), self.laps[-1]) for time in times]
        assert all(5 in record for record, lap in zip(records, laps) if 9 in lap)
        for previous, lap, record in zip([None, *laps], laps, records):
            assert 9 in lap or 5 not in record or lap is not previous, record
        # A sensor may measure the speed of a lap without a distance.
        assert all((73 in record) == (5 in record) or self.has_sensors for record in records)
        events = [event[TIMESTAMP] for event in self.all(EVENT)]
        running = list(zip(events[::2], events[1::2]))
        assert all(any(start <= time <= end for start, end in running) for time in times)
        # At most a second is missing at each stop of the timer.
        assert abs(len(times) - session[8] / 1000 - 1) <= len(running), (len(times), session[8], running)
        if not self.has_distance:
            return
        distances = [record[5] for record in records if 5 in record]
        assert distances == sorted(distances) and distances[-1] == session[9]
        assert records[0].get(5, 0) == 0
        stops = {second for start, end in running for second in (start, end)}
        for record, following in zip(records, records[1:]):
            # A measured speed is not the difference of the distances.
            # A lap without a distance has records without a distance.
            if self.has_sensors or 5 not in record or 5 not in following:
                continue
            if following[TIMESTAMP] - record[TIMESTAMP] == 1 and following[TIMESTAMP] not in stops:
                # Both distances are rounded to a centimetre.
                assert abs(following[73] / 10 - (following[5] - record[5])) <= 1.05, (record, following)
        for lap in self.laps:
            # In a lap, the distances of its records differ at most by the distance of the lap.
            inside = [record[5] for record in records if lap[2] <= record[TIMESTAMP] < lap[TIMESTAMP] and 5 in record]
            assert not inside or inside[-1] - inside[0] <= lap.get(9, 0) + 1


def seconds(time):
    return int(time.replace(tzinfo=datetime.timezone.utc).timestamp()) - EPOCH


def check_same(fit, path):
    """Compares a TCX file with the FIT file of the same activity."""
    points, laps = tcx_rules.read(path)
    assert len(laps) == len(fit.laps)
    for lap, expected in zip(laps, fit.laps):
        assert seconds(lap["start"]) == expected[2]
        assert round(lap["seconds"] * 1000) == expected[8]
        assert (None if lap["metres"] is None else round(lap["metres"] * 100)) == expected.get(9)
        assert lap["cadence"] == (str(expected[17]) if 17 in expected else None), (lap, expected)
        assert lap["trigger"] == {0: "Manual", 1: "Time", 2: "Distance"}.get(expected[24], lap["trigger"])
    expected = [(record[TIMESTAMP], record.get(5)) for record in fit.records]
    assert [(seconds(time), None if metres is None else round(metres * 100)) for time, metres in points] == expected
    read = TCXReader().read(str(path), only_gps=False)
    assert read.activity_type == "Running"
    assert [(seconds(point.time), None if point.distance is None else round(point.distance * 100))
            for point in read.trackpoints] == expected
    if fit.has_sensors:
        for point, record in zip(read.trackpoints, fit.records):
            speed = round(point.tpx_ext["Speed"] * 1000) if "Speed" in point.tpx_ext else None
            values = (point.hr_value, point.tpx_ext.get("RunCadence"), speed)
            assert values == (record.get(3), record.get(4), record.get(73)), (values, record)
    # tcxreader ignores laps without trackpoints.
    assert len(read.laps) == len([lap for lap in laps if lap["points"] > 0])
    assert abs(read.distance * 100 - fit.session.get(9, 0)) < 0.01


def main():
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.fit")):
        try:
            fit = FIT(path)
            check_same(fit, path.with_suffix(".tcx"))
        except AssertionError as error:
            raise AssertionError(path) from error
        print(json.dumps({
            "elapsed": fit.session[8], "distance": fit.session.get(9), "records": len(fit.records),
            "start": fit.session[2],
            "values": [[record.get(3), 2 * record[4] + record[53] // 64 if 4 in record else None]
                       for record in fit.records] if fit.has_sensors else [],
            "laps": [{"elapsed": lap[8], "total": lap[7], "distance": lap.get(9), "intensity": lap[23],
                      "trigger": lap[24], "step": lap.get(71)} for lap in fit.laps],
            "steps": [step.get(0, "") for step in fit.all(STEP)]}))


main()
