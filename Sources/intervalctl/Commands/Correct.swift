import ArgumentParser
import PlanNotation
import WorkoutControl
import WorkoutModel

struct Correct: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
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
    let metres = try RunValues.value(words.joined(separator: " "), of: "the distance", readCoveredDistance).metres
    let console = Console.standard
    let client = try await console.connect()
    // A summary names no units.
    let units = DisplayUnits(try await client.status())
    do {
      try console.output.writeLines(Self.lines(try await client.correct(toMetres: metres), units, console.output.style))
    } catch ControlError.notRunning {
      throw Failure.nothingToCorrect
    }
  }

  /// How the workout then stands, distance first, or what the last one came to.
  static func lines(_ corrected: Wire.Corrected, _ units: DisplayUnits, _ style: Style) -> [String] {
    if let status = corrected.status {
      let distance = IntervalWords(units: units).distance(status.distanceM, of: status.expectedM)
      return [[distance, StatusWords(status).sentence].compactMap(\.self).joined(separator: "; ")]
    }
    return corrected.summary.map { SummaryWords(summary: $0, units: units).lines(style) } ?? []
  }
}
