import ArgumentParser
import ControlInterface
import Dates
import PlanNotation
import TerminalUI
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

struct Correct: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "correct",
    abstract: "Set the distance covered so far.",
    discussion: """
      Replaces the distance with the distance that a treadmill or a watch shows, and moves the end of an 'until' with \
      a distance. When no workout is running, corrects the last one. Example:

        intervalctl correct 4.8km
      """)

  @Argument(
    help: ArgumentHelp("Distance covered so far: 4.8km, 3mi, 400mtr, half.", valueName: "distance"))
  var words: [String]

  @OptionGroup var answer: JSONOptions

  func run() async throws {
    let text = words.joined(separator: " ")
    guard !text.hasPrefix("-") else { throw Failure.negativeDistance(text) }
    let metres = try RunValues.value(text, of: nil, readCoveredDistance).metres
    let console = Console.standard
    let client = try await console.connect()
    // The status provides the display units, because neither the summary nor the error has them.
    let status = try await client.status()
    let units = DisplayUnits(status)
    let corrected: Report.Corrected
    let before = status.phase == .idle && !answer.json ? try? Library(environment: console.environment).history() : nil
    do {
      corrected = try await client.correct(toMetres: metres)
    } catch ControlError.notRunning {
      throw Failure.nothingToCorrect
    } catch ControlError.implausibleDistance(let distance) {
      throw Failure.implausibleDistance(distance, units: units)
    }
    guard !answer.json else { return try console.output.writeJSON(corrected) }
    let today = LocalTime.now.day
    let isFinish = corrected.status == nil && status.phase != .idle
    if isFinish { try console.output.writeLine("Finished: the corrected distance reaches the goal.") }
    try console.output.writeLines(
      Self.lines(
        corrected, isFinish: isFinish, units, console.output.style, width: console.output.widthIfTerminal, today: today,
        clock: TimeOfDay.init(fromNow:)))
    if let before { try console.writeDueSession(of: corrected.summary?.session?.program, since: before) }
  }

  /// Returns the lines for a correction.
  ///
  /// During a workout, the line has the corrected distance and the status. After a workout, the lines are the corrected
  /// summary of the last workout, or of the workout that the correction has finished (`isFinish`).
  static func lines(
    _ corrected: Report.Corrected, isFinish: Bool = false, _ units: DisplayUnits, _ style: Style, width: Int? = nil,
    today: CalendarDay, clock: ((Duration) -> TimeOfDay)? = nil,
    zone: (Int) -> LocalTime = LocalTime.init(secondsSince1970:)
  ) -> [String] {
    let corrected = corrected.bounded
    let words = IntervalWords(units: units)
    if let status = corrected.status {
      let distance = words.distance(status.distance, of: status.expectedDistance, was: corrected.before)
      return ["Distance \(distance). \(StatusWords(status, clock: clock).sentence)"]
    }
    return corrected.summary.map { summary in
      SummaryTable(summary: summary, units: units)
        .lines(correctedFrom: corrected.before, isFinish: isFinish, style, width: width, today: today, zone: zone)
    } ?? []
  }
}
