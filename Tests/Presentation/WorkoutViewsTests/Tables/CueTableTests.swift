import PlanNotation
import TerminalUI
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

@testable import WorkoutViews

@Suite struct CueTableTests {
  @Test func `cues are listed with their times, negative in the lead-in`() throws {
    let text =
      "lead-in 4s\ncue start sound voice\nbelt-lag 3s\ncountdown 2\ncue halfway off\n5s run @5:00/km \"up\", 5s walk @10:00/km"
    #expect(
      try lines(text) == [
        " Time  Cue        What                Channels            Spoken",
        "-0:04  lead-in    up, 5 s             notification",
        "-0:03  start      in 3: 12.0 kph      sound voice         run up in three: twelve kilometres an hour",
        "-0:02  countdown  2                   sound",
        " 0:00  start      run 5 s up          sound",
        " 0:02  start      in 3: 6.0 kph       sound voice         walk in three: six kilometres an hour",
        " 0:03  countdown  2                   sound",
        " 0:05  last       interval: walk 5 s  notification sound",
        " 0:08  countdown  2                   sound",
        " 0:10  finish     0:10                notification sound",
      ])
  }

  @Test func `a cue between two seconds has tenths, and a cue after an open interval has no time`()
    throws
  {
    #expect(
      try lines("lead-in off\ncountdown 1\ncue halfway off\n2.5s, open, 2s") == [
        "  Time  Cue        What                Channels",
        "  0:00  start      2.5 s               notification sound",
        "0:01.5  countdown  1                   sound",
        "0:02.5  start      until you say next  notification sound",
        "     –  last       interval: 2 s       notification sound",
        "     –  countdown  1                   sound",
        "     –  finish     –                   notification sound",
      ])
  }

  @Test func `an endless plan is listed up to the limit`() throws {
    let list = CueList(try workout("lead-in off\ncountdown off\ncue next off\nforever 30s"), cues: rules(), limit: 100)
    #expect(list.entries.count == 100)
    #expect(list.isTruncated)
    #expect(list.entries.last?.announcement.cue == .countdown)
  }

  @Test func `the list of an endless plan without cues ends`() throws {
    let silent = Cue.allCases.map { "cue \($0.rawValue) off\n" }.joined()
    let workout = try workout("\(silent)forever 30s")
    let rules = CueRules(
      workout.settings, units: DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre), title: nil)
    let list = CueList(workout, cues: rules)
    #expect(list.entries.isEmpty)
    #expect(list.isTruncated)
  }

  @Test func `the list contains no splits of an open interval with a pace`() throws {
    let list = CueList(try workout("lead-in off\nopen run @5:00/km, 2s walk"), cues: rules())
    #expect(list.entries.map(\.announcement.cue) == [.start, .last, .countdown, .halfway, .finish])
  }

  @Test(arguments: seeds.prefix(40))
  func `a cue list is in order, and ends with the finish`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let workout = try Workout(.random(using: &generator), settings: Settings())
    let list = CueList(workout, cues: rules(), limit: 2000)
    let times = list.entries.compactMap(\.time)
    #expect(times == times.sorted())
    if !list.isTruncated {
      #expect(list.entries.last?.announcement.cue == .finish)
      #expect(times.count < list.entries.count || times.last == workout.timeline.totals.duration)
    }
  }

  private func lines(_ text: String) throws -> [String] {
    let workout = try workout(text)
    let plan = ReadPlan(file: try PlanFile(text), workout: workout, title: nil)
    return CueTable(plan, units: DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)).lines(.plain)
  }

  private func workout(_ text: String) throws -> Workout { try PlanFile(text).workout(over: Settings()) }

  private func rules() -> CueRules {
    CueRules(Settings(), units: DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre), title: nil)
  }
}

@Suite struct CueTestTableTests {
  @Test func `each channel has a verdict`() {
    var report = CueTestTable()
    report.add(
      .init(text: "x", channels: [.init(channel: "notification"), .init(channel: "sound", failure: "no server")]))
    report.add(.init(text: "x", channels: [.init(channel: "sound")]))
    report.add(.init(text: "x", channels: [.init(channel: "voice")]), isUsed: false)
    #expect(
      report.lines(isComplete: true, .plain) == [
        "notification  works", "sound         does not work: no server",
        "voice         works, and no cue uses it; one that does: cue start notification sound voice",
        "hook          not in use",
      ])
    #expect(report.hasFailed)
    #expect(report.lines(isComplete: false, .plain).last == "hook          not tried")
  }

  @Test func `a broken channel that is not used is not a failure`() {
    var report = CueTestTable()
    report.add(.init(text: "x", channels: [.init(channel: "voice", failure: "no \u{1B}[31mvoice")]), isUsed: false)
    report.add(.init(text: "x", channels: [.init(channel: "smell", failure: "a later version's")]))
    #expect(!report.hasFailed)
    #expect(report.lines(isComplete: false, .plain).contains("voice         does not work: no ·[31mvoice"))
  }

  @Test func `a cue has a line with its channels`() {
    let test = Report.CueTest(
      text: "Run 30 s. Next: walk, 30 s", spoken: "run thirty seconds",
      channels: [.init(channel: "sound"), .init(channel: "voice", failure: "no")])
    #expect(
      CueTestTable.line(of: test, cue: "run", .plain)
        == "run        run thirty seconds                            sound, voice failed")
    let long = Report.CueTest(text: String(repeating: "run ", count: 20), channels: [.init(channel: "sound")])
    #expect(CueTestTable.line(of: long, cue: "run", .plain).hasSuffix("run run   sound"))
    #expect(CueTestTable.line(of: long, cue: "run", .plain, width: 80).hasSuffix("run run run…  sound"))
    #expect(CueTestTable.line(of: long, cue: "run", .plain, width: 120).hasSuffix(" run run r…  sound"))
    #expect(
      CueTestTable.line(of: test, cue: "run", .plain, width: 40) == "run        run thirty …  sound, voice failed")
    #expect(CueTestTable.line(of: .init(text: "Stopped", channels: []), cue: "stopped", .plain).hasSuffix("  off"))
  }
}
