import Text
import ArgumentParser
import PlanNotation

extension Intervalctl {
  /// Refuses a word that is no command, behind those that are and behind `help` too, and says which may be meant.
  static func refuseUnknownCommand(in arguments: [String]) throws(Failure) {
    let words = arguments.first == help ? arguments.dropFirst() : arguments[...]
    var path: [String] = []
    var command: any ParsableCommand.Type = Intervalctl.self
    for (index, word) in zip(words.indices, words) {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !word.hasPrefix("-") else { return }
      if let next = subcommands.first(where: { names(of: $0).contains(word) }) {
        (command, path) = (next, path + [word])
        continue
      }
      guard !path.isEmpty || word != help else { return }
      let known = subcommands.flatMap(names) + (path.isEmpty ? [help] : [])
      throw .noSuchCommand(
        word, of: path, nearest: familiar(path + [word]) ?? nearestCommand(to: word, in: known),
        isPlan: path.isEmpty && isPlan(words[index...]))
    }
  }

  private static let help = "help"

  /// What people type who know other programs, and what it is here.
  private static func familiar(_ words: [String]) -> String? {
    switch words {
    case ["skip"]: "next"
    case ["quit"], ["end"], ["abort"], ["cancel"]: "stop"
    case ["begin"], ["run"], ["go"]: "start"
    case ["continue"], ["unpause"]: "resume"
    case ["list"]: "plans"
    case ["again"]: "history again"
    case ["version"]: "--version"
    case ["plans", "rm"], ["plans", "delete"]: "plans remove"
    case ["plans", "mv"], ["plans", "move"]: "plans rename"
    default: nil
    }
  }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    [command._commandName] + command.configuration.aliases
  }

  /// The one command that begins like this, else the one that is spelt nearly so.
  private static func nearestCommand(to word: String, in known: [String]) -> String? {
    let longer = known.filter { $0.hasPrefix(word.lowercased()) }
    return word.count > 2 && longer.count == 1 ? longer[0] : nearestWord(to: word, in: known)
  }

  private static func isPlan(_ words: ArraySlice<String>) -> Bool {
    (try? PlanFile(words.joined(separator: " "))) != nil
  }
}
