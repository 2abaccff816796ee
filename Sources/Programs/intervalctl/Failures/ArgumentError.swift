import ArgumentParser

/// An error of the argument parser.
///
/// The parser publishes only the words of its errors, neither their cases nor the command. Both are read by reflection:
/// its `CommandError` has a `commandStack` and a `parserError`, an enum whose payloads are tuples. An unknown case keeps
/// the parser's words.
struct ArgumentError {
  /// The command, preceded by its parents.
  let commands: [any ParsableCommand.Type]
  let reason: Reason

  enum Reason {
    case unknownOption(String)
    case missingValue(option: String)
    /// A value for a flag.
    case valueOfFlag(String, option: String)
    case unexpectedArguments([String])
    /// The name of the property without a value.
    case missingArgument(property: String)
    case invalidValue(String, option: String?, property: String)
    /// A shell without completions.
    case unsupportedShell(String?)
    /// An error thrown by the command's `validate`.
    case invalid(any Error)
    /// The parser's words.
    case other(String)
  }

  /// Returns nil for an error that is not the parser's.
  init?(_ error: any Error) {
    let mirror = Mirror(reflecting: error)
    guard let commands = mirror.descendant("commandStack") as? [any ParsableCommand.Type],
      let parserError = mirror.descendant("parserError")
    else { return nil }
    self.commands = commands
    reason = Reason(parserError: parserError) ?? .other(Intervalctl.message(for: error))
  }

  /// The command as it is typed: `intervalctl history again`.
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
    // For a known shell this is not an error.
    case "completionScriptRequested": self = .unsupportedShell(Self.text(in: error.value))
    case "userValidationError":
      guard let error = error.value as? any Error else { return nil }
      self = .invalid(error)
    case "noArguments": self.init(parserError: error.value)
    default: return nil
    }
  }

  /// The option as it is typed, from the parser's `Name`, or an optional one.
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

  /// The string in an optional, or in a tuple of one.
  private static func text(in value: Any) -> String? {
    value as? String ?? Mirror(reflecting: value).children.first.flatMap { text(in: $0.value) }
  }

  /// The name in the parser's `InputKey`, or in a tuple of one.
  private static func propertyName(_ key: Any) -> String? {
    let mirror = Mirror(reflecting: key)
    return mirror.descendant("name") as? String ?? mirror.children.first.flatMap { propertyName($0.value) }
  }
}
