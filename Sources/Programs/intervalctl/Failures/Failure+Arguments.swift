import ArgumentParser
import ControlInterface
import PlanNotation
import Text
import UserFiles
import WorkoutModel
import WorkoutViews

/// The messages for errors of the argument parser.
extension Failure {
  /// An argument, counted from 1, with a long series of combining marks.
  static func combiningMarks(inArgument number: Int, max: Int) -> Failure {
    Failure(status: .usage, message: "argument \(number) has more than \(max) combining marks on one letter")
  }

  /// Arguments that neither Swift nor the kernel provides.
  static func unknownArguments(_ error: SystemError) -> Failure {
    Failure(
      status: .unavailable, message: "the arguments are unknown: \(error)", hints: [SystemError.hintOnLostArguments])
  }

  /// The failure for an invalid command line.
  init(_ error: ArgumentError, in commandLine: [String]) {
    let syntax = error.commands.last.map(CommandSyntax.init) ?? CommandSyntax(of: Intervalctl.self)
    self = Self.negativeValue(in: commandLine, syntax) ?? Self.failure(for: error.reason, commandLine, syntax)
    if status == .usage { help = error.commandLine }
  }

  /// The failure for a negative value, which the parser mistakes for an option.
  private static func negativeValue(in commandLine: [String], _ syntax: CommandSyntax) -> Failure? {
    let words = commandLine.prefix { $0 != "--" }
    guard let index = words.firstIndex(where: { $0.isNegativeNumber }) else { return nil }
    let option = words[..<index].last.flatMap { syntax.takesValue($0) ? $0 : nil }
    let message = [option, "'\(words[index])' is negative"].compactMap(\.self).joined(separator: ": ")
    return Failure(status: .usage, message: message, hints: ["write \(words[index].dropFirst())"])
  }

  private static func failure(for reason: ArgumentError.Reason, _ commandLine: [String], _ syntax: CommandSyntax)
    -> Failure
  {
    switch reason {
    case .unknownOption(let option): return unknownOption(option, syntax, commandLine)
    case .missingValue(let option):
      return Failure(
        status: .usage, message: "option '\(option)' requires a value", hints: hints(for: syntax.option(option)))
    case .valueOfFlag(let value, let option):
      return Failure(status: .usage, message: "option '\(option)' takes no value: '\(value)'")
    case .unexpectedArguments(let arguments):
      let quoted = arguments.map { "'\($0)'" }
      return Failure(
        status: .usage, message: "unexpected argument\(quoted.count == 1 ? "" : "s") \(quoted.listed("and"))",
        hints: hints(forValues: arguments, syntax))
    case .missingArgument(let property):
      let argument = syntax.argument(ofProperty: property)
      return Failure(
        status: .usage, message: "missing \(argument?.synopsis ?? property)", hints: hints(for: argument))
    case .invalidValue(let value, let option, let property):
      let argument = option.flatMap(syntax.option) ?? syntax.argument(ofProperty: property)
      let name = option.map { "\($0): " } ?? ""
      return Failure(
        status: .usage,
        message: "\(name)'\(value)' is not a valid \(argument?.placeholder ?? "value")",
        hints: hints(for: argument, insteadOf: value))
    case .unsupportedShell(let shell):
      return Failure(
        status: .usage, message: "no completions for \(shell.map { "'\($0)'" } ?? "this shell")",
        hints: ["write \(CompletionShell.allCases.map(\.rawValue).sorted().listed("or"))"])
    case .invalid(let error):
      // A misspelt option can make `validate` fail, so the option is reported instead of the error of `validate`.
      if let option = syntax.unknownOption(in: commandLine) { return unknownOption(option, syntax, commandLine) }
      return (error as? Failure) ?? Failure(status: .usage, message: (error as? ValidationError)?.message ?? "\(error)")
    case .other(let words): return Failure(status: .usage, message: words)
    }
  }

  /// The hints for values such as `5km 40:00` that a command only accepts as options.
  private static func hints(forValues words: [String], _ syntax: CommandSyntax) -> [String] {
    var texts = RunTexts()
    guard syntax.optionNames.contains("--distance"), texts.takeValues(from: words) else { return [] }
    let options = [("--distance", texts.distance), ("--time", texts.time), ("--pace", texts.pace)]
    let words = options.compactMap { option, value in value.map { (option, $0.shellWord) } }
    return [
      "for time, distance and pace: intervalctl calc \(words.map(\.1).joined(separator: " "))",
      "for a run/walk plan: \(words.map { "\($0) \($1)" }.joined(separator: " "))",
    ]
  }

  /// The plan for options of other timers, such as `--rounds 8 --work 20s --rest 10s`; nil for other options.
  private static func plan(inOptions commandLine: [String]) -> String? {
    func value(_ names: [String]) -> String? {
      let index = commandLine.firstIndex { names.contains($0) }
      return index.flatMap { commandLine.indices.contains($0 + 1) ? commandLine[$0 + 1] : nil }
    }
    guard let work = value(["--work", "--on", "--run", "--interval"]) else { return nil }
    let rest = value(["--rest", "--off", "--pause", "--walk"])
    let steps = (["\(work) work"] + [rest.map { "\($0) rest" }].compactMap(\.self)).joined(separator: ", ")
    let plan = value(["--rounds", "--sets", "--count", "--repeat", "--cycles"]).map { "\($0)x(\(steps))" } ?? steps
    return (try? PlanFile(plan)) == nil ? nil : plan
  }

  private static func unknownOption(_ option: String, _ syntax: CommandSyntax, _ commandLine: [String]) -> Failure {
    let known = syntax.optionNames
    if known.contains("--text"), let plan = plan(inOptions: commandLine), let command = commandLine.first {
      return Failure(
        status: .usage, message: "unknown option '\(option)'",
        hints: ["write a plan instead of options: intervalctl \(command) \(plan.shellWord)"])
    }
    let meant = equivalentOptions[option].flatMap { known.contains($0) ? $0 : nil }
    return Failure(
      status: .usage, message: "unknown option '\(option)'",
      hints: [meant ?? nearestWord(to: option, in: known)].compactMap { $0.map { "did you mean '\($0)'?" } })
  }

  /// Option names that users of other programs may type, and the equivalent options.
  private static let equivalentOptions = [
    "--duration": "--time", "--finish": "--time", "--force": "--overwrite", "--format": "--type",
    "--length": "--distance", "--mute": "--quiet", "--replace": "--overwrite", "--silent": "--quiet",
    "--speak": "--voice", "--unit": "--distance-units", "--units": "--distance-units",
  ]

  /// Returns a hint with the accepted values of an argument; without a list of values, the description of the argument.
  private static func hints(for argument: CommandSyntax.Argument?, insteadOf value: String = "") -> [String] {
    guard let argument else { return [] }
    guard !argument.values.isEmpty else { return [argument.description].compactMap(\.self) }
    return [
      nearestWord(to: value, in: argument.values).map { "did you mean '\($0)'?" }
        ?? "write \(argument.values.listed("or"))"
    ]
  }
}

/// The messages for invalid commands, arguments and options.
extension Failure {
  /// An unknown command or subcommand.
  ///
  /// `path` is the parent command, and `nearest` is a similar command. `plan` is the plan that the command line is or
  /// probably means; nil if it is not a plan.
  static func noSuchCommand(_ word: String, of path: [String] = [], nearest: String?, plan: String?) -> Failure {
    let all = (["intervalctl"] + path + ["--help"]).joined(separator: " ")
    return Failure(
      status: .usage, message: "unknown command '\((path + [word.safeForTerminal]).joined(separator: " "))'",
      hints: [
        nearest.map { "did you mean '\($0)'?" }
          ?? plan.map { "start a plan with: intervalctl start \($0.safeForTerminal.shellWord)" }
          ?? "all commands: \(all)"
      ])
  }

  /// An argument that is not valid notation.
  ///
  /// `name` is nil for the only argument of a command. `prefix` is the text that the program put before the value to
  /// parse both together.
  static func invalidArgument(
    _ name: String?, _ value: String, _ error: NotationError, prefix: String = ""
  ) -> Failure {
    Failure(
      status: .usage, message: [name, error.message].compactMap(\.self).joined(separator: ": "),
      excerpt: Excerpt(lineText: value, column: error.column - prefix.unicodeScalars.count),
      hints: error.hints)
  }

  /// A negative value for the distance covered so far.
  static func negativeDistance(_ text: String) -> Failure {
    Failure(
      status: .usage, message: "'\(text)' is negative", excerpt: Excerpt(lineText: text, column: 1),
      hints: ["give the whole distance covered so far, such as 4.8km"])
  }

  /// A command that requires a plan, given without a plan.
  static func noPlanGiven(example: String) -> Failure {
    Failure(
      status: .usage, message: "no PLAN given",
      hints: ["for example: \(example)", "list the plans with: intervalctl plans"])
  }

  /// A command that requires an output file, given without an output file.
  static func noOutputGiven(example: String) -> Failure {
    Failure(status: .usage, message: "no output file given", hints: ["for example: \(example)"])
  }

  /// A step that begins with a minus sign, which the argument parser would read as an option.
  static func negativeStep(_ text: String) -> Failure {
    Failure(
      status: .invalidPlan, message: "a step cannot begin with '-'", excerpt: Excerpt(lineText: text, column: 1),
      hints: ["write \(text.drop { $0 == "-" })"])
  }

  /// A negative lead-in.
  static func negativeLeadIn(_ value: String) -> Failure {
    Failure(
      status: .usage, message: "--lead-in: a lead-in cannot be negative",
      excerpt: Excerpt(lineText: value, column: 1), hints: ["for no lead-in: --lead-in off"])
  }

  /// A value of `--pace` that has a kind but no pace.
  static func kindWithoutPace(_ kind: Kind) -> Failure {
    Failure(
      status: .usage, message: "--pace: the pace of '\(kind.rawValue)' is missing",
      excerpt: Excerpt(lineText: kind.rawValue, column: kind.rawValue.count + 1),
      hints: ["write \(kind.rawValue)=6:00/km or \(kind.rawValue)=10:00/mi"])
  }

  /// A value of `--pace` that is neither a pace nor a kind with a pace.
  static func unknownPace(_ value: String) -> Failure {
    Failure(
      status: .usage, message: "--pace: '\(value.quotation)' is not a pace",
      excerpt: Excerpt(lineText: value, column: 1),
      hints: ["for all intervals: --pace 6:00/km", "for one kind: --pace run=6:00/km"])
  }

  /// A value of `--speed` that is out of range or not a number.
  static func wrongSpeed(_ value: String, _ range: ClosedRange<Int>) -> Failure {
    Failure(
      status: .usage, message: "--speed must be a number from \(range.lowerBound) to \(range.upperBound)",
      excerpt: Excerpt(lineText: value, column: 1))
  }

  /// A subcommand of `plans`, combined with an option that applies only to the list of plans.
  static func listOptionWithPlan(_ command: String) -> Failure {
    Failure(status: .usage, message: "--json cannot be combined with '\(command)'")
  }
}

/// The messages for templates of `--format`.
extension Failure {
  /// An option value that is not a valid template.
  static func invalidFormat(_ option: String, _ value: String, _ error: BarFormat.TextError) -> Failure {
    let (message, index, hints) =
      switch error {
      case .unknownField(let name, let index):
        ("unknown field '\(name.safeForTerminal.cut(to: maxNameLength))'", index, hints(for: name))
      case .looseBrace(let index):
        ("unmatched brace", index, ["write {{ or }} for a literal brace, and {kind} for a field"])
      case .looseBracket(let index):
        (
          "unmatched or nested bracket", index,
          ["write [[ or ]] for a literal bracket; optional parts in [ ] cannot be nested"]
        )
      }
    return Failure(
      status: .usage, message: "\(option): \(message)",
      excerpt: Excerpt(lineText: value, column: value.prefix(index).unicodeScalars.count + 1), hints: hints)
  }

  private static func hints(for name: String) -> [String] {
    let fields = BarField.allCases.map(\.rawValue)
    let nearest = nearestWord(to: name, in: fields).map { "did you mean '\($0)'?" }
    return [nearest, "the fields are \(fields.joined(separator: ", "))"].compactMap(\.self)
  }

  /// The maximum number of characters of an unknown field name in a message.
  private static let maxNameLength = 40
}
