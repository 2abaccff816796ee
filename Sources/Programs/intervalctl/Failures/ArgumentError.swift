import ArgumentParser
import JSON

/// An error of the argument parser.
///
/// The parser makes only the message of an error public. Reflection reads two more values: the case of the error, and
/// the command. The parser's `CommandError` has a `commandStack` and a `parserError`, which is an enum whose payloads
/// are tuples. For an unknown case, the parser's message is used.
struct ArgumentError {
  /// The commands on the command line, from `intervalctl` to the innermost subcommand.
  let commands: [any ParsableCommand.Type]
  let reason: Reason

  enum Reason {
    case unknownOption(String)
    case missingValue(option: String)
    /// A value that was given to a flag.
    case valueOfFlag(String, option: String)
    case unexpectedArguments([String])
    /// A required argument that is missing; `property` is the name of its Swift property.
    case missingArgument(property: String)
    case invalidValue(String, option: String?, property: String)
    /// A shell that completions cannot be generated for; nil if the parser cannot determine the shell.
    case unsupportedShell(String?)
    /// An error that the command's `validate` has thrown.
    case invalid(any Error)
    /// The parser's message for any other error.
    case other(String)
  }

  /// Returns nil for an error that the parser did not throw.
  init?(_ error: any Error) {
    let mirror = Mirror(reflecting: error)
    guard let commands = mirror.descendant("commandStack") as? [any ParsableCommand.Type],
      let parserError = mirror.descendant("parserError")
    else { return nil }
    self.commands = commands
    reason = Reason(parserError: parserError) ?? .other(Intervalctl.message(for: error))
  }

  /// The command as the user types it, such as `intervalctl history again`.
  var commandLine: String { commands.map { $0._commandName }.joined(separator: " ") }
}

extension ArgumentError.Reason {
  fileprivate init?(parserError: Any) {
    guard let error = Mirror(reflecting: parserError).children.first else { return nil }
    let payload = Mirror(reflecting: error.value).children.map(\.value)
    switch error.label {
    case "unknownOption" where payload.count == 2, "missingValueOrUnknownCompositeOption" where payload.count == 3:
      guard let option = Self.optionName(payload[payload.count - 1]) else { return nil }
      self = .unknownOption(option)
    case "invalidOption": self = .unknownOption("\(error.value)")
    case "nonAlphanumericShortOption": self = .unknownOption("-\(error.value)")
    case "missingValueForOption" where payload.count == 2:
      guard let option = Self.optionName(payload[1]) else { return nil }
      self = .missingValue(option: option)
    case "unexpectedValueForOption" where payload.count == 3:
      guard let option = Self.optionName(payload[1]), let value = payload[2] as? String else { return nil }
      self = .valueOfFlag(value, option: option)
    case "unexpectedExtraValues":
      self = .unexpectedArguments(payload.compactMap { Mirror(reflecting: $0).descendant(1) as? String })
    case "noValue":
      guard let property = Self.propertyName(payload.first ?? error.value) else { return nil }
      self = .missingArgument(property: property)
    case "unableToParseValue" where payload.count == 5:
      guard let value = payload[2] as? String, let property = Self.propertyName(payload[3]) else { return nil }
      self = .invalidValue(value, option: Self.optionName(payload[1]), property: property)
    // A request for a supported shell is not an error and does not get here.
    case "completionScriptRequested": self = .unsupportedShell(Self.text(in: error.value))
    case "userValidationError":
      guard let error = error.value as? any Error else { return nil }
      self = .invalid(error)
    case "noArguments": self.init(parserError: error.value)
    default: return nil
    }
  }

  /// The option as the user types it, read from the parser's `Name` or `Name?`.
  private static func optionName(_ name: Any) -> String? {
    guard let (label, value) = Mirror(reflecting: name).children.first else { return nil }
    return switch label {
    case "some": optionName(value)
    case "long": "--\(value)"
    case "short": "-\(Mirror(reflecting: value).children.first?.value ?? value)"
    case "longWithSingleDash": "-\(value)"
    default: nil
    }
  }

  /// The string in an optional or in a tuple with one element.
  private static func text(in value: Any) -> String? {
    value as? String ?? Mirror(reflecting: value).children.first.flatMap { text(in: $0.value) }
  }

  /// The name in the parser's `InputKey` or in a tuple with one element.
  private static func propertyName(_ key: Any) -> String? {
    let mirror = Mirror(reflecting: key)
    return mirror.descendant("name") as? String ?? mirror.children.first.flatMap { propertyName($0.value) }
  }
}

/// The arguments that a command accepts, as the argument parser describes them.
struct CommandSyntax {
  private let arguments: [Argument]

  /// Reads the description that `--experimental-dump-help` prints.
  ///
  /// This requires a few milliseconds.
  init(of command: any ParsableCommand.Type) {
    let description = try? JSONValue(parsing: Array(command._dumpHelp().utf8)).decoded(as: Description.self)
    arguments = description?.command.arguments ?? []
  }

  /// The long names of all options, including the dashes.
  var optionNames: [String] { arguments.flatMap(\.typedNames).filter { $0.hasPrefix("--") } + ["--help", "--version"] }

  /// Returns the first option on the command line that the command does not accept.
  func unknownOption(in commandLine: [String]) -> String? {
    let known = Set(arguments.flatMap(\.typedNames) + optionNames + ["-h", "-V"])
    let typed = commandLine.prefix { $0 != "--" }.filter { $0.count > 1 && $0.hasPrefix("-") }
    return typed.lazy.map { String($0.prefix { $0 != "=" }) }.first { option in
      guard !option.hasPrefix("--"), option.count > 2 else { return !known.contains(option) }
      // Several short options can share one dash.
      return !option.dropFirst().allSatisfy { known.contains("-\($0)") }
    }
  }

  func takesValue(_ option: String) -> Bool { self.option(option)?.kind == "option" }

  /// Returns the option or the positional argument that is named after a Swift property, or otherwise the first required
  /// positional argument.
  func argument(ofProperty property: String) -> Argument? {
    let name = property.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    let required = arguments.filter { $0.kind == "positional" && !$0.isOptional }
    return option("--\(name)") ?? required.first { $0.placeholder == name.uppercased() } ?? required.first
  }

  func option(_ name: String) -> Argument? { arguments.first { $0.typedNames.contains(name) } }

  struct Argument: Decodable {
    fileprivate let kind: String
    fileprivate let isOptional: Bool
    private let names: [Name]?
    private let preferredName: Name?
    private let valueName: String?
    private let allValues: [String]?
    private let abstract: String?

    private struct Name: Decodable {
      let kind: String
      let name: String

      var typed: String { (kind == "long" ? "--" : "-") + name }
    }

    fileprivate var typedNames: [String] { names?.map(\.typed) ?? [] }

    /// The argument in a message, such as `--run TIME@PACE` or `TIME`.
    var synopsis: String { [preferredName?.typed, placeholder].compactMap(\.self).joined(separator: " ") }

    var placeholder: String? { valueName?.uppercased() }

    /// All accepted values; empty if they cannot be listed.
    var values: [String] { allValues ?? [] }

    /// The help text, starting in lower case and without a full stop.
    var description: String? {
      guard let abstract, let first = abstract.first else { return nil }
      let isWord = abstract.dropFirst().first?.isUppercase != true
      let text = (isWord ? first.lowercased() : "\(first)") + abstract.dropFirst()
      return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
  }

  private struct Description: Decodable {
    let command: Command

    struct Command: Decodable {
      let arguments: [Argument]?
    }
  }
}
