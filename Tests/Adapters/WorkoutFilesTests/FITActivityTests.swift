import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutReports

@testable import WorkoutFiles

/// Tests of the messages of a FIT activity; see also `ForeignActivityTests`.
@Suite struct FITActivityTests {
  /// 2026-11-27 06:30 UTC in seconds since the epoch of FIT.
  private static let start = 1_164_695_400

  private static func lines(
    _ plan: String, _ sport: ActivityFile.Sport = .running, isIndoor: Bool = true,
    _ run: (inout WorkoutSimulator) throws -> Void = { $0.runToEnd() }
  ) throws -> [FITLine] {
    try FITLine.lines(
      of: ActivityFile(.simulated(plan, title: "Tempo", run), as: .fit, sport: sport, isIndoor: isIndoor))
  }

  @Test func `the messages have the recommended order`() throws {
    let lines = try Self.lines("lead-in off\n2s run @5:00/km, 1s walk @10:00/km")
    #expect(
      lines.map(\.message) == [
        .fileID, .deviceInfo, .workout, .step, .step, .event, .record, .record, .lap, .record, .record, .event, .lap,
        .session, .activity,
      ])
    #expect(lines[0].numbers == [0: 4, 1: 255, 2: 0, 3: Self.start, 4: Self.start])
    #expect(lines[1].numbers == [253: Self.start, 0: 0, 2: 255, 4: 0])
    #expect(lines[1].texts == [27: "intervald"])
    #expect(lines[2].texts == [8: "Tempo"])
  }

  @Test func `records have a time, the distance so far and a speed`() throws {
    let records = try Self.lines("lead-in 10s\n2s run @12km/h, 2s walk @6km/h").of(.record)
    #expect(records.map { $0[253] } == (10...14).map { Self.start + $0 })
    #expect(records.map { $0[5] } == [0, 334, 667, 834, 1000])
    #expect(records.map { $0[73] } == [0, 3335, 3335, 1665, 1665])
  }

  @Test func `a lap has its times, distance, speed, intensity, trigger and step`() throws {
    let laps = try Self.lines("lead-in off\n2x(30s run @5:00/km, 100mtr walk @10:00/km), 5m cooldown @6km/h").of(.lap)
    #expect(laps.map { $0[254] } == [0, 1, 2, 3, 4])
    #expect(laps.map { $0[2] } == [0, 30, 90, 120, 180].map { Self.start + $0 })
    #expect(laps.map { $0[253] } == [30, 90, 120, 180, 480].map { Self.start + $0 })
    #expect(laps.map { $0[7] } == [30_000, 60_000, 30_000, 60_000, 300_000])
    #expect(laps.map { $0[8] } == [30_000, 60_000, 30_000, 60_000, 300_000])
    #expect(laps.map { $0[9] } == [10_000, 10_000, 10_000, 10_000, 50_000])
    #expect(laps.map { $0[110] } == [3333, 1667, 3333, 1667, 1667])
    #expect(laps.map { $0[23] } == [0, 1, 0, 1, 3])
    #expect(laps.map { $0[24] } == [1, 2, 1, 2, 7])
    #expect(laps.map { $0[71] } == [0, 1, 0, 1, 3])
  }

  @Test func `the timer stops in a pause, and a lap has times with and without the pause`() throws {
    let lines = try Self.lines("lead-in off\n5s run, 5s walk") { simulator in
      simulator.run(for: .milliseconds(2500))
      try simulator.handle(.pause(.user))
      simulator.run(for: .seconds(10))
      try simulator.handle(.resume)
      simulator.runToEnd()
    }
    let events = lines.of(.event)
    #expect(events.map { $0[0] } == [0, 0, 0, 0])
    #expect(events.map { $0[1] } == [0, 4, 0, 4])
    #expect(events.map { $0[253] } == [0, 3, 13, 20].map { Self.start + $0 })
    #expect(lines.of(.lap).map { $0[7] } == [15_000, 5000])
    #expect(lines.of(.lap).map { $0[8] } == [5000, 5000])
    #expect(lines.of(.record).map { $0[253] } == [0, 1, 2, 13, 14, 15, 16, 17, 18, 19, 20].map { Self.start + $0 })
    #expect(lines.of(.session).map { [$0[7], $0[8]] } == [[20_000, 10_000]])
    #expect(lines.of(.activity).map { $0[0] } == [10_000])
  }

  @Test func `a command ends a lap with the trigger manual, and the session ends the last lap`() throws {
    let laps = try Self.lines("lead-in off\n10m run, 20s walk, 10m run") { simulator in
      simulator.run(for: .seconds(7))
      try simulator.handle(.next(out: false))
      simulator.run(for: .seconds(10))
      try simulator.handle(.previous)
      simulator.run(for: .seconds(1))
      try simulator.handle(.previous)
      simulator.run(for: .seconds(5))
      try simulator.handle(.next(out: false))
      simulator.run(for: .seconds(20 + 5))
      try simulator.handle(.stop)
    }.of(.lap)
    #expect(laps.map { $0[24] } == [0, 0, 0, 0, 1, 7])
    #expect(laps.map { $0[71] } == [0, 1, 1, 0, 1, 2])
  }

  @Test func `the session has the sport, and the totals of the workout`() throws {
    let session = try #require(try Self.lines("lead-in off\n60s run @6km/h, 60s walk @6km/h").of(.session).first)
    #expect(
      session.numbers == [
        254: 0, 253: Self.start + 120, 0: 8, 1: 1, 2: Self.start, 5: 1, 6: 1, 7: 120_000, 8: 120_000, 9: 20_000, 25: 0,
        26: 2, 28: 0, 124: 1667,
      ])
    let walk = try Self.lines("lead-in off\n60s walk, 60s rest", .walking, isIndoor: false)
    #expect(walk.of(.session).map { [$0[5], $0[6]] } == [[11, 0]])
    #expect(walk.of(.workout).map { $0[4] } == [11])
    #expect(walk.of(.lap).map { $0[23] } == [0, 1])
  }

  @Test func `the activity has the local time of its end`() throws {
    let activity = try #require(try Self.lines("lead-in off\n60s run").of(.activity).first)
    #expect(
      activity.numbers == [253: Self.start + 60, 5: Self.start + 60 + 3600, 0: 60_000, 1: 1, 2: 0, 3: 26, 4: 1])
  }

  @Test func `without any pace, the file contains no distance and no speed`() throws {
    let lines = try Self.lines("lead-in off\n3s run, 3s walk")
    #expect(lines.of(.record).allSatisfy { Set($0.numbers.keys) == [253] })
    #expect(lines.of(.lap).allSatisfy { $0[9] == nil && $0[110] == nil })
    #expect(lines.of(.session).allSatisfy { $0[9] == nil && $0[124] == nil })
  }

  @Test func `laps of repeated and equal intervals have the steps of the plan`() throws {
    let lines = try Self.lines("lead-in off\n2x(1s run, 1s walk), 2x(2x(1s run), 1s rest), 1s run")
    // The repeats are the steps 2, 4 and 6.
    #expect(lines.of(.step).map { $0[1] } == [0, 0, 6, 0, 6, 0, 6, 0])
    #expect(lines.of(.lap).map { $0[71] } == [0, 1, 0, 1, 3, 3, 5, 3, 3, 5, 7])
  }

  @Test func `a plan that does not fit FIT, or that cannot be read, is left out`() throws {
    var summary = try Report.Summary.simulated("lead-in off\n10s run")
    for plan in ["10s run @tempo", "nonsense", Array(repeating: "1s", count: 5000).joined(separator: ",")] {
      summary.plan = plan
      let lines = try FITLine.lines(of: ActivityFile(summary, as: .fit))
      #expect(lines.of(.workout).isEmpty)
      #expect(lines.of(.step).isEmpty)
      #expect(lines.of(.lap).map { $0[71] } == [nil])
    }
  }

  @Test func `a title is cut to the size of a field, without its control characters`() throws {
    let title = "\u{1B}[31mHigh\n" + String(repeating: "ö", count: 300)
    let file = try ActivityFile(.simulated("lead-in off\n10s run", title: title), as: .fit)
    let name = try #require(try FITLine.lines(of: file).of(.workout).first?.texts[8])
    #expect(name.utf8.count <= 254)
    #expect(name.hasPrefix("[31mHigh ö"))
  }

  @Test func `an import refuses the file, because it is not a plan`() throws {
    let file = try ActivityFile(.simulated("lead-in off\n10s run"), as: .fit)
    let error = #expect(throws: WorkoutFileError.self) {
      try ImportedWorkout(file.bytes, format: .fit, per: .kilometres)
    }
    #expect(error?.reason == .activity)
  }

  @Test func `a file of a long workout has one definition for consecutive records`() throws {
    let file = try ActivityFile(.simulated("lead-in off\n10h run @6:00/km"), as: .fit)
    // A record has a header of one byte, and three fields of four bytes.
    #expect(file.bytes.count < 36_000 * 13 + 1000)
  }
}
