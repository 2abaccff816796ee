import FoundationEssentials
import PlanNotation
import TestSupport
import Testing
import UserFiles
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// Tests of the plans and training programs in `config/plans`.
@Suite struct ShippedPlanTests {
  /// A shipped program, with the total time of each session by weeks.
  struct Schedule: CustomTestStringConvertible {
    let name: String
    let weeks: [[String]]

    /// Makes a schedule from the text of each week, such as `30:00 30:00 30:00`.
    init(_ name: String, _ weeks: [String]) {
      self.name = name
      self.weeks = weeks.map { $0.split(separator: " ").map(String.init) }
    }

    var testDescription: String { name }
  }

  static let plans = ["every-30s", "30-30-5k", "long-run", "tabata", "open-run"]

  /// The total times according to the sources, which are listed in the program files.
  static let programs = [
    Schedule(
      "c25k",
      [
        "30:00 30:00 30:00", "30:00 30:00 30:00", "28:00 28:00 28:00", "31:30 31:30 31:30", "31:00 31:00 30:00",
        "34:00 33:00 35:00", "35:00 35:00 35:00", "38:00 38:00 38:00", "40:00 40:00 40:00",
      ]),
    Schedule(
      "5k-to-10k",
      [
        "53:00 53:00 53:00", "57:00 57:00 57:00", "1:03:00 1:03:00 1:03:00", "1:06:00 1:06:00 1:06:00",
        "55:00 1:01:00 1:11:00", "1:10:00 1:10:00 1:10:00",
      ]),
    Schedule(
      "half-marathon-30-30",
      [
        "1:04:11", "1:17:43", "43:52", "1:38:05", "50:35", "1:58:22", "50:35", "2:18:42", "1:04:11", "2:39:05",
        "1:04:11", "2:59:21", "1:04:11", "2:57:37",
      ].map { "40:00 40:00 \($0)" }),
    Schedule(
      "tabata-month",
      ["16:30 17:00 17:00", "17:00 17:30 17:30", "18:00 18:00 18:30", "18:30 19:00 19:00"]),
  ]

  @Test func `all files in the folder are tested`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(packageRoot)/config/plans")
    #expect(Set(files) == Set(Self.plans.map { "\($0).plan" } + Self.programs.map { "\($0.name).program" }))
    #expect(Self.programs.flatMap { $0.weeks.joined() }.count == 99)
  }

  @Test(arguments: plans) func `a plan can be run, and has a name and a description`(name: String) throws {
    let file = try PlanFile(TextFile.read("\(packageRoot)/config/plans/\(name).plan"))
    #expect(throws: Never.self) { try file.workout(over: Settings()) }
    #expect(file.settings.name != nil)
    #expect(file.settings.about != nil)
  }

  @Test(arguments: programs) func `a program has a name, a description and a source`(schedule: Schedule) throws {
    let file = try program(schedule)
    #expect(file.settings.name != nil)
    #expect(file.settings.about != nil)
    #expect(file.text.hasPrefix("# Source"))
    #expect(file.text.contains(/# .*https?:\/\//))
  }

  @Test(arguments: programs) func `a program has the total times of its source`(schedule: Schedule) throws {
    let file = try program(schedule)
    let workouts = try file.workouts(over: Settings())
    let totals = file.program.weeks.enumerated().map { index, week in
      (1...week.days).map { workouts[SessionID(week: index + 1, day: $0)]?.timeline.totals.duration?.clockText() }
    }
    #expect(totals == schedule.weeks)
  }

  /// Each session is started from its text, as `start` does.
  @Test(arguments: programs) func `each session of a program runs to its end without losing a cue`(
    schedule: Schedule
  ) throws {
    let file = try program(schedule)
    for id in file.program.sessionIDs {
      let text = try #require(file.text(of: id))
      let session = try #require(Report.Session(id, of: file.program, named: schedule.name, due: id))
      let request = try RequestedWorkout(
        text: text, planName: schedule.name, session: session, configuration: Settings())
      let timeline = request.workout.timeline
      let total = try #require(timeline.totals.duration)
      var rehearsal = Rehearsal(configuration: Settings(), environment: [:])
      let start = Instant(sinceOrigin: .zero)
      var events = rehearsal.start(request, at: start, on: Date(timeIntervalSince1970: 0))
      while let deadline = rehearsal.nextDeadline { events += rehearsal.advance(to: deadline) }
      #expect(!rehearsal.isRunning, "\(id)")
      let end = try #require(events.last { $0.outcome != nil }, "\(id)")
      #expect(end.at == start + request.workout.leadIn + total, "\(id)")
      let summary = try #require(end.summary)
      #expect(summary.completed && summary.isSessionDone, "\(id)")
      #expect(summary.session == session, "\(id)")
      #expect(summary.intervals == timeline.totals.intervals, "\(id)")
      #expect(summary.punctuality?.missed == 0, "\(id)")
      let begun = events.count { if case .intervalBegan(_, missed: 0, _) = $0.effect { true } else { false } }
      let announced = events.count { event in
        guard case .announced(let announcement) = event.effect else { return false }
        return [.start, .last].contains(announcement.cue)
      }
      #expect(begun == timeline.totals.intervals, "\(id)")
      #expect(announced == begun, "\(id)")
    }
  }

  @Test(arguments: programs) func `a printed program reads back as the same program`(schedule: Schedule) throws {
    let file = try program(schedule)
    let printed = "\(file.settings.notation)\n\(file.program.notation)"
    let again = try ProgramFile(printed)
    #expect(again.settings == file.settings)
    #expect(again.program == file.program)
  }

  private func program(_ schedule: Schedule) throws -> ProgramFile {
    try ProgramFile(TextFile.read("\(packageRoot)/config/plans/\(schedule.name).program"))
  }
}
