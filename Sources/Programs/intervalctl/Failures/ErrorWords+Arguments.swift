import Text
import ArgumentParser
import PlanNotation

/// The words for errors of the argument parser.
extension Failure {
  /// An invalid command line.
  init(_ error: ArgumentError, in commandLine: [String]) {
    let syntax = error.commands.last.map(CommandSyntax.init) ?? CommandSyntax(of: Intervalctl.self)
    self = Self.negativeValue(in: commandLine, syntax) ?? Self.refused(error.reason, commandLine, syntax)
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

  private static func refused(_ reason: ArgumentError.Reason, _ commandLine: [String], _ syntax: CommandSyntax)
    -> Failure
  {
    switch reason {
    case .unknownOption(let option): return unknownOption(option, syntax)
    case .missingValue(let option):
      return Failure(
        status: .usage, message: "option '\(option)' needs a value", hints: hints(for: syntax.option(option)))
    case .valueOfFlag(let value, let option):
      return Failure(status: .usage, message: "option '\(option)' takes no value: '\(value)'")
    case .unexpectedArguments(let arguments):
      let quoted = arguments.map { "'\($0)'" }
      return Failure(
        status: .usage, message: "unexpected argument\(quoted.count == 1 ? "" : "s") \(quoted.listed("and"))")
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
      // A misspelt option can cause this error, and is reported instead.
      if let option = syntax.unknownOption(in: commandLine) { return unknownOption(option, syntax) }
      return (error as? Failure) ?? Failure(status: .usage, message: (error as? ValidationError)?.message ?? "\(error)")
    case .other(let words): return Failure(status: .usage, message: words)
    }
  }

  private static func unknownOption(_ option: String, _ syntax: CommandSyntax) -> Failure {
    let known = syntax.optionNames
    let meant = optionsOfThatMeaning[option].flatMap { known.contains($0) ? $0 : nil }
    return Failure(
      status: .usage, message: "unknown option '\(option)'",
      hints: [meant ?? nearestWord(to: option, in: known)].compactMap { $0.map { "did you mean '\($0)'?" } })
  }

  /// Words of other programs for options of ours that are spelled differently.
  private static let optionsOfThatMeaning = [
    "--duration": "--time", "--finish": "--time", "--force": "--overwrite", "--format": "--type",
    "--length": "--distance", "--replace": "--overwrite",
  ]

  /// The description of an argument, or its possible values.
  private static func hints(for argument: CommandSyntax.Argument?, insteadOf value: String = "") -> [String] {
    guard let argument else { return [] }
    guard !argument.values.isEmpty else { return [argument.description].compactMap(\.self) }
    return [
      nearestWord(to: value, in: argument.values).map { "did you mean '\($0)'?" }
        ?? "write \(argument.values.listed("or"))"
    ]
  }
}
