import ArgumentParser
import PlanNotation
import WorkoutControl
import WorkoutModel

struct Extend: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extend",
    abstract: "Lengthen the interval, or shorten it.",
    discussion: """
      This occurrence alone, or the lead-in; an open interval stays as it is:

        intervalctl extend 30s
        intervalctl extend -10s
      """)

  @Argument(help: ArgumentHelp("How much longer, or with a minus shorter: 30s, 1m30s, -0:10.", valueName: "time"))
  var words: [String]

  func run() async throws {
    let milliseconds = try Self.milliseconds(words.joined(separator: " "))
    try await Console.standard.answer { try await $0.extend(byMilliseconds: milliseconds) }
  }

  /// Reads a time in the notation, which a minus or a plus may precede.
  static func milliseconds(_ text: String) throws(Failure) -> Int {
    let isNegative = text.hasPrefix("-")
    let time = isNegative || text.hasPrefix("+") ? String(text.dropFirst()) : text
    do {
      let milliseconds = try readDuration(time).inMilliseconds
      return isNegative ? -milliseconds : milliseconds
    } catch {
      throw .invalidArgument("the time", time, error)
    }
  }
}
