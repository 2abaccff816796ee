import TestSupport
import Testing
import WorkoutEngine
import WorkoutReports

@testable import WorkoutFiles

/// Tests of the values of the sensors in an activity.
@Suite struct ActivityRecordTests {
  private static func records(
    _ plan: String, _ values: [SensorRecord], _ run: (inout WorkoutSimulator) throws -> Void = { $0.runToEnd() }
  ) throws -> [Activity.Record] {
    try Activity(.simulated(plan, run), records: values).traces.flatMap(\.runs).flatMap(\.records)
  }

  @Test func `records contain the values of the nearest second, after the lead-in`() throws {
    let values = (0..<20).map { second in
      SensorRecord(time: 1000 * second + 400, speed: 3000 + second, cadence: 160 + second, heartRate: 100 + second)
    }
    let records = try Self.records("lead-in 10s\n3s run @12km/h", values)
    #expect(records.map(\.heartRate) == [110, 111, 112, 113])
    #expect(records.map(\.cadence) == [170, 171, 172, 173])
    // The sum of the speeds is the distance, so the first speed is 0.
    #expect(records.map(\.speed) == [0, 3011, 3012, 3013])
  }

  @Test func `values that are more than five seconds old are left out`() throws {
    let records = try Self.records("lead-in off\n8s run", [SensorRecord(time: 1000, heartRate: 120)])
    #expect(records.map(\.heartRate) == [nil, 120, 120, 120, 120, 120, 120, nil, nil])
  }

  @Test func `the distance of a lap is spread like the measured distance`() throws {
    let distances = [0, 100, 300, 600, 1000]
    let values = distances.enumerated().map { SensorRecord(time: 1000 * $0.offset, distance: $0.element) }
    let records = try Self.records("lead-in off\n4s run @18km/h", values)
    // The lap has 20 m, and the sensor has measured half of it.
    #expect(records.map(\.distance) == [0, 200, 600, 1200, 2000])
  }

  @Test func `a part of a lap without measured distances has the average speed of the lap`() throws {
    let values = [SensorRecord(time: 2000, distance: 500), SensorRecord(time: 4000, distance: 2500)]
    let records = try Self.records("lead-in off\n6s run @18km/h", values)
    // 10 m, 20 m and 10 m, scaled to 30 m.
    #expect(records.map(\.distance) == [0, 375, 750, 1500, 2250, 2625, 3000])
  }

  @Test func `a distance does not decrease, and does not grow in a pause`() throws {
    let values = [0, 500, 400, 1000, 1300, 1500].enumerated().map {
      SensorRecord(time: 1000 * $0.offset, distance: $0.element)
    }
    let records = try Self.records("lead-in off\n4s run @18km/h", values) { simulator in
      simulator.run(for: .seconds(3))
      try simulator.handle(.pause(.user))
      simulator.run(for: .seconds(2))
      try simulator.handle(.resume)
      simulator.runToEnd()
    }
    let distances = records.compactMap(\.distance)
    #expect(distances == distances.sorted())
    #expect(distances.count == records.count)
    #expect(distances.first == 0)
    #expect(distances.last == 2000)
  }

  @Test func `a lap in which nothing was measured to move still has its distance`() throws {
    let values = (0...4).map { SensorRecord(time: 1000 * $0, distance: 0) }
    #expect(try Self.records("lead-in off\n4s run @18km/h", values).map(\.distance) == [0, 500, 1000, 1500, 2000])
  }

  @Test(arguments: seeds)
  func `the distances never decrease, and end at the distances of the laps`(seed: UInt64) throws {
    let summary = try Report.Summary.random(seed: seed)
    let activity = try Activity(summary, records: .random(seed: seed))
    let plain = try Activity(summary)
    #expect(activity.laps == plain.laps)
    let records = activity.traces.flatMap(\.runs).flatMap(\.records)
    #expect(records.map(\.second) == plain.traces.flatMap(\.runs).flatMap(\.records).map(\.second))
    let distances = records.compactMap(\.distance)
    #expect(distances.last ?? 0 == activity.known?.distance ?? 0)
    #expect(distances == distances.sorted())
  }

  @Test func `a FIT file contains the values, and their averages`() throws {
    let values = [151, 160, 161].enumerated().map {
      SensorRecord(time: 1000 * $0.offset, speed: 3500, cadence: $0.element, heartRate: $0.element - 30)
    }
    let file = try ActivityFile(.simulated("lead-in off\n2s run @12km/h"), records: values, as: .fit)
    let lines = try FITLine.lines(of: file)
    let records = lines.of(.record)
    #expect(records.map { $0[3] } == [121, 130, 131])
    #expect(records.map { $0[4] } == [75, 80, 80])
    #expect(records.map { $0[53] } == [64, 0, 64])
    #expect(records.map { $0[73] } == [0, 3500, 3500])
    let lap = try #require(lines.of(.lap).first)
    // The average cadence is 157 1/3 steps.
    #expect([lap[15], lap[16], lap[17], lap[80]] == [127, 131, 78, 64])
    let session = try #require(lines.of(.session).first)
    #expect([session[16], session[17], session[18], session[92]] == [127, 131, 78, 64])
  }

  @Test func `a TCX file contains the values`() throws {
    let values = [SensorRecord(time: 0, heartRate: 120), SensorRecord(time: 1000, speed: 3210, cadence: 171)]
    let text = try ActivityFile(.simulated("lead-in off\n1s run"), records: values, as: .tcx).text
    #expect(text.contains("xmlns:ns3=\"http://www.garmin.com/xmlschemas/ActivityExtension/v2\""))
    #expect(text.contains("<AverageHeartRateBpm>"))
    let elements = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(
      elements.drop { $0 != "<Trackpoint>" }.prefix { $0 != "</Track>" } == [
        "<Trackpoint>", "<Time>2026-11-27T06:30:00Z</Time>", "<HeartRateBpm>", "<Value>120</Value>", "</HeartRateBpm>",
        "</Trackpoint>", "<Trackpoint>", "<Time>2026-11-27T06:30:01Z</Time>", "<Extensions>", "<ns3:TPX>",
        "<ns3:Speed>3.210</ns3:Speed>", "<ns3:RunCadence>85</ns3:RunCadence>", "</ns3:TPX>", "</Extensions>",
        "</Trackpoint>",
      ])
    #expect(
      elements.drop { $0 != "</Track>" }.prefix { $0 != "</Lap>" } == [
        "</Track>", "<Extensions>", "<ns3:LX>", "<ns3:AvgRunCadence>85</ns3:AvgRunCadence>", "</ns3:LX>",
        "</Extensions>",
      ])
  }
}
