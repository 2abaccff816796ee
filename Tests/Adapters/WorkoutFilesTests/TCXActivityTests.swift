import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutReports

@testable import WorkoutFiles

/// Tests of TCX activities; see also `ForeignActivityTests`.
@Suite struct TCXActivityTests {
  @Test func `a file has laps with a track for each part between pauses`() throws {
    var summary = try Report.Summary.simulated("lead-in off\n2s run @12km/h, 3s walk @6km/h") { simulator in
      simulator.run(for: .milliseconds(3500))
      try simulator.handle(.pause(.user))
      simulator.run(for: .seconds(60))
      try simulator.handle(.resume)
      simulator.runToEnd()
    }
    summary.note = "legs <heavy>\u{7}"
    #expect(
      try ActivityFile(summary, as: .tcx).text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
          <Activities>
            <Activity Sport="Running">
              <Id>2026-11-27T06:30:00Z</Id>
              <Lap StartTime="2026-11-27T06:30:00Z">
                <TotalTimeSeconds>2.000</TotalTimeSeconds>
                <DistanceMeters>6.67</DistanceMeters>
                <Calories>0</Calories>
                <Intensity>Active</Intensity>
                <TriggerMethod>Time</TriggerMethod>
                <Track>
                  <Trackpoint>
                    <Time>2026-11-27T06:30:00Z</Time>
                    <DistanceMeters>0.00</DistanceMeters>
                  </Trackpoint>
                  <Trackpoint>
                    <Time>2026-11-27T06:30:01Z</Time>
                    <DistanceMeters>3.34</DistanceMeters>
                  </Trackpoint>
                </Track>
              </Lap>
              <Lap StartTime="2026-11-27T06:30:02Z">
                <TotalTimeSeconds>3.000</TotalTimeSeconds>
                <DistanceMeters>5.00</DistanceMeters>
                <Calories>0</Calories>
                <Intensity>Resting</Intensity>
                <TriggerMethod>Time</TriggerMethod>
                <Track>
                  <Trackpoint>
                    <Time>2026-11-27T06:30:02Z</Time>
                    <DistanceMeters>6.67</DistanceMeters>
                  </Trackpoint>
                  <Trackpoint>
                    <Time>2026-11-27T06:30:03Z</Time>
                    <DistanceMeters>8.34</DistanceMeters>
                  </Trackpoint>
                </Track>
                <Track>
                  <Trackpoint>
                    <Time>2026-11-27T06:31:04Z</Time>
                    <DistanceMeters>10.00</DistanceMeters>
                  </Trackpoint>
                  <Trackpoint>
                    <Time>2026-11-27T06:31:05Z</Time>
                    <DistanceMeters>11.67</DistanceMeters>
                  </Trackpoint>
                </Track>
              </Lap>
              <Notes>legs &lt;heavy&gt;</Notes>
              <Creator xsi:type="Device_t">
                <Name>intervald</Name>
                <UnitId>0</UnitId>
                <ProductID>0</ProductID>
                <Version>
                  <VersionMajor>1</VersionMajor>
                  <VersionMinor>2</VersionMinor>
                </Version>
              </Creator>
            </Activity>
          </Activities>
        </TrainingCenterDatabase>

        """)
  }

  @Test func `without any pace, the file contains no distance`() throws {
    let text = try ActivityFile(.simulated("lead-in off\n3s run, 3s walk"), as: .tcx).text
    #expect(!text.contains("Distance"))
    #expect(text.split(separator: "<TotalTimeSeconds>3.000<").count == 3)
    #expect(text.split(separator: "<Trackpoint>").count == 8)
  }

  @Test func `a lap has the trigger of its end`() throws {
    let text = try ActivityFile(
      .simulated("lead-in off\n100mtr run @5:00/km, 10m walk @10:00/km, 5s rest") { simulator in
        simulator.run(for: .seconds(40))
        try simulator.handle(.next(out: false))
        simulator.runToEnd()
      }, as: .tcx
    ).text
    let triggers = text.split(separator: "<TriggerMethod>").dropFirst().map { $0.prefix { $0 != "<" } }
    #expect(triggers == ["Distance", "Manual", "Time"])
  }

  @Test func `a walk has the sport Other, and walking is active`() throws {
    let text = try ActivityFile(.simulated("lead-in off\n3s walk"), as: .tcx, sport: .walking).text
    #expect(text.contains("<Activity Sport=\"Other\">"))
    #expect(text.contains("<Intensity>Active</Intensity>"))
  }

  @Test func `an import refuses the file, because it contains no plan`() throws {
    let file = try ActivityFile(.simulated("lead-in off\n10s run"), as: .tcx)
    let error = #expect(throws: WorkoutFileError.self) {
      try ImportedWorkout(file.bytes, format: .tcx, per: .kilometres)
    }
    #expect(error?.reason == .activity)
  }
}
