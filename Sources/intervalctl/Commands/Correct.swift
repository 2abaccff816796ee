import ArgumentParser
import PlanNotation
import WorkoutControl
import WorkoutModel

struct Correct: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "correct",
    abstract: "Say what distance a treadmill or a watch measured.",
    discussion: """
      The distance covered so far becomes that, and an 'until' with a distance ends where it is reached. While nothing \
      runs it is the distance of the last workout. A later one takes the place of an earlier one:

        intervalctl correct 4.8km
      """)

  @Argument(
    help: ArgumentHelp("What is covered so far, with its unit: 4.8km, 3mi, 400mtr, half.", valueName: "distance"))
  var words: [String]

  func run() async throws {
    let text = words.joined(separator: " ")
    guard !text.hasPrefix("-") else { throw Failure.negativeDistance(text) }
    let metres = try RunValues.value(text, of: "the distance", readCoveredDistance).metres
    let console = Console.standard
    let client = try await console.connect()
    // Neither a summary nor an error names units.
    let units = DisplayUnits(try await client.status())
    let corrected: Wire.Corrected
    do {
      corrected = try await client.correct(toMetres: metres)
    } catch ControlError.notRunning {
      throw Failure.nothingToCorrect
    } catch ControlError.implausibleDistance(let distance) {
      throw Failure.implausibleDistance(distance, units: units)
    }
    let today = LocalTime.now.day
    try console.output.writeLines(Self.lines(corrected, units, console.output.style, today: today))
  }

  /// How the workout then stands, distance first, or which the last one was and what it came to.
  static func lines(
    _ corrected: Wire.Corrected, _ units: DisplayUnits, _ style: Style, today: CalendarDay,
    zone: (Int) -> LocalTime = LocalTime.init(secondsSince1970:)
  ) -> [String] {
    let words = IntervalWords(units: units)
    if let status = corrected.status {
      let distance = words.distance(status.distanceM, of: status.expectedM, was: corrected.wasM)
      return ["Distance \(distance); \(StatusWords(status).sentence)"]
    }
    return corrected.summary.map { summary in
      SummaryWords(summary: summary, units: units)
        .lines(correctedFrom: corrected.wasM, style, today: today, zone: zone)
    } ?? []
  }
}
