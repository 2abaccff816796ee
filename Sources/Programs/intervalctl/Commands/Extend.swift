import ArgumentParser
import ControlInterface
import PlanNotation
import WorkoutModel

struct Extend: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extend",
    abstract: "Lengthen or shorten the interval.",
    discussion: """
      Changes only this occurrence of the interval, or the lead-in; an open interval does not change. Examples:

        intervalctl extend 30s
        intervalctl extend -10s
      """)

  @Argument(help: ArgumentHelp("Time to add, such as 30s or 1m30s, or to subtract, such as -10s.", valueName: "time"))
  var words: [String]

  @OptionGroup var answer: JSONOptions

  func run() async throws {
    let milliseconds = try Self.milliseconds(words.joined(separator: " "))
    try await Console.standard.answer(json: answer.json) { try await $0.extend(byMilliseconds: milliseconds) }
  }

  /// Reads a time in plan notation with an optional sign.
  static func milliseconds(_ text: String) throws(Failure) -> Int {
    let sign = ["-", "+"].first(where: text.hasPrefix) ?? ""
    do {
      let milliseconds = try readDuration(String(text.dropFirst(sign.count))).inMilliseconds
      return sign == "-" ? -milliseconds : milliseconds
    } catch {
      var failure = Failure.invalidArgument(nil, text, error.signed(sign))
      switch error.reason {
      // The usual hint also suggests metres, which this command does not accept.
      case .metresOrMinutes(_, let time): failure.hints = ["write \(sign)\(time)"]
      case .missingUnit(let number, _, _) where text.hasSuffix("m\(number)"): failure.hints = ["write \(text)s"]
      case .missingUnit(let number, _, _) where text.hasSuffix("h\(number)"): failure.hints = ["write \(text)m"]
      default: break
      }
      throw failure
    }
  }
}

extension NotationError {
  /// Returns the error with the sign put back in front of the time, so that the hints of the error include the sign.
  fileprivate func signed(_ sign: String) -> NotationError {
    let isFirst = column == 1
    let reason: Reason =
      switch self.reason {
      case .missingUnit(let number, let quantity, .decimal(let decimal)?) where isFirst:
        .missingUnit(number: sign + number, of: quantity, meant: .decimal(sign + decimal))
      case .missingUnit(let number, let quantity, let meant) where isFirst:
        .missingUnit(number: sign + number, of: quantity, meant: meant)
      case .metresOrMinutes(let number, let time): .metresOrMinutes(number: sign + number, time: sign + time)
      case .unexpected(let found, let expected, let nearest, .oneOf(let texts)?):
        .unexpected(found: found, expected: expected, nearest: nearest, fix: .oneOf(texts.map { sign + $0 }))
      default: self.reason
      }
    return NotationError(reason, line: line, column: isFirst ? 1 : column + sign.count, lineText: sign + lineText)
  }
}
