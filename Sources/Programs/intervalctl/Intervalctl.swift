import ArgumentParser
import ControlInterface
import PlanNotation
import Text

/// The root command.
struct Intervalctl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "intervalctl",
    abstract: "Control interval workouts.",
    discussion: """
      Sends commands to intervald, the workout timer daemon. Examples:

        intervalctl start '4x(30s run, 30s walk)'
        intervalctl watch
        intervalctl stop
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Everyday",
        subcommands: [
          Start.self, Stop.self, Pause.self, Resume.self, Next.self, Status.self, Watch.self, Plans.self,
        ]),
      CommandGroup(
        name: "Workout", subcommands: [Toggle.self, Back.self, Extend.self, Correct.self, History.self]),
      CommandGroup(name: "Plan", subcommands: [Show.self, New.self, Edit.self, ProgramCommand.self, Notation.self]),
      CommandGroup(name: "File", subcommands: [Import.self, Export.self, Render.self]),
      CommandGroup(
        name: "Calculator", subcommands: [Calc.self, Splits.self, Solve.self, Predict.self, Convert.self]),
      CommandGroup(name: "Daemon", subcommands: [Doctor.self, Reload.self, Sensors.self, TestCues.self]),
    ])

  @Flag(name: [.customShort("V"), .customLong("version")], help: "Show the version.")
  var version = false

  mutating func validate() throws {
    if version { throw CleanExit.message("intervalctl \(intervaldVersion)") }
  }

  /// The prefix of messages that the parser prints itself.
  // swift-format-ignore: NoLeadingUnderscores
  static var _errorPrefix: String { "error: " }
}

extension Intervalctl {
  /// Rejects an argument with a longer series of combining marks than any writing system requires.
  ///
  /// Swift compares strings in a normalized form, which takes quadratic time for a long series. The limit is that of
  /// the Stream-Safe Text Format in Unicode Standard Annex 15.
  static func rejectCombiningMarks(in arguments: [String]) throws(Failure) {
    for (index, argument) in arguments.enumerated() where argument.utf8.count > maxCombiningMarks {
      var marks = 0
      for scalar in argument.unicodeScalars {
        marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
        guard marks <= maxCombiningMarks else { throw .combiningMarks(inArgument: index + 1, max: maxCombiningMarks) }
      }
    }
  }

  private static let maxCombiningMarks = 30

  /// Rejects an unknown command or subcommand, also after `help`, and suggests a similar command.
  static func rejectUnknownCommand(in arguments: [String]) throws(Failure) {
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
        word, of: path, nearest: synonym(path + [word]) ?? nearestCommand(to: word, in: known),
        plan: path.isEmpty ? PlanFile.plan(meantBy: words[index...].joined(separator: " ")) : nil)
    }
  }

  private static let help = "help"

  /// The command for a word that users of other programs may type.
  private static func synonym(_ words: [String]) -> String? {
    switch words {
    case ["skip"], ["lap"], ["forward"]: "next"
    case ["previous"], ["prev"]: "back"
    case ["quit"], ["end"], ["abort"], ["cancel"]: "stop"
    case ["begin"], ["run"], ["go"], ["play"], ["timer"], ["countdown"], ["workout"]: "start"
    case ["continue"], ["unpause"]: "resume"
    case ["list"], ["ls"], ["programs"], ["workouts"], ["plans", "list"], ["plans", "ls"], ["plans", "show"]: "plans"
    case ["log"], ["logs"], ["stats"], ["history", "list"], ["history", "ls"]: "history"
    case ["rm"], ["remove"], ["delete"], ["del"]: "plans remove"
    case ["mv"], ["rename"]: "plans rename"
    case ["undo"]: "history undo"
    case ["create"], ["add"]: "new"
    case ["pace"], ["calculate"]: "calc"
    case ["info"], ["left"], ["remaining"], ["time"]: "status"
    case ["voice"], ["sound"], ["beep"], ["test"]: "test-cues"
    case let words where words.count == 2 && words[0] == "history" && Int(words[1]) != nil: "history show \(words[1])"
    case ["history", "delete"], ["history", "rm"]: "history remove"
    case ["position"], ["progress"]: "program"
    case ["again"]: "history again"
    case ["version"]: "--version"
    case ["scan"], ["pair"]: "sensors"
    case ["sensors", "remove"], ["sensors", "unpair"]: "sensors forget"
    case ["plans", "rm"], ["plans", "delete"]: "plans remove"
    case ["plans", "mv"], ["plans", "move"]: "plans rename"
    default: nil
    }
  }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    [command._commandName] + command.configuration.aliases
  }

  /// Returns the only command that begins with the word, or otherwise the command with the most similar spelling.
  private static func nearestCommand(to word: String, in known: [String]) -> String? {
    let longer = known.filter { $0.hasPrefix(word.lowercased()) }
    return word.count > 2 && longer.count == 1 ? longer[0] : nearestWord(to: word, in: known)
  }

}

extension Intervalctl {
  /// Moves values such as `-10s` after a `--`, so that the parser does not read them as options.
  static func protectingNegativeValues(in arguments: [String]) -> [String] {
    let commands: [any ParsableCommand.Type] = [Extend.self, Correct.self]
    guard let command = arguments.first, commands.contains(where: { $0._commandName == command }),
      !arguments.contains("--"), arguments.contains(where: \.isNegativeNumber)
    else { return arguments }
    let isOption = { (word: String) in word.hasPrefix("-") && !word.isNegativeNumber }
    let rest = arguments.dropFirst()
    return [command] + rest.filter(isOption) + ["--"] + rest.filter { !isOption($0) }
  }
}

extension String {
  /// Whether the text begins with a negative number; no option begins with a negative number.
  var isNegativeNumber: Bool { hasPrefix("-") && dropFirst().first?.isNumber == true }
}
