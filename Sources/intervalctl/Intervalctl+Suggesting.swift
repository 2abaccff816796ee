import ArgumentParser
import PlanNotation

extension Intervalctl {
  /// Refuses a first word that is no command, behind `help` too, and says which may have been meant.
  static func refuseUnknownCommand(in arguments: [String]) throws(Failure) {
    let words = arguments.first == help ? arguments.dropFirst() : arguments[...]
    guard let word = words.first, !word.hasPrefix("-"), !commands.contains(word) else { return }
    throw .noSuchCommand(word, nearest: nearestWord(to: word, in: commands), isPlan: isPlan(words))
  }

  private static let help = "help"

  private static var commands: [String] {
    configuration.subcommands.flatMap { [$0._commandName] + $0.configuration.aliases } + [help]
  }

  private static func isPlan(_ words: ArraySlice<String>) -> Bool {
    (try? PlanFile(words.joined(separator: " "))) != nil
  }
}
