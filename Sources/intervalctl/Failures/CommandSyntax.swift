import ArgumentParser
import FoundationEssentials

/// The arguments of a command, as the argument parser describes them.
struct CommandSyntax {
  private let arguments: [Argument]

  /// Asks the parser for the description that `--experimental-dump-help` prints; it takes some milliseconds.
  init(of command: any ParsableCommand.Type) {
    let description = try? JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8))
    arguments = description?.command.arguments ?? []
  }

  /// The long names of the options, dashes included; those that every command has are among them.
  var optionNames: [String] { arguments.flatMap(\.typedNames).filter { $0.hasPrefix("--") } + ["--help", "--version"] }

  /// The first option of a command line that there is not.
  func unknownOption(in commandLine: [String]) -> String? {
    let known = Set(arguments.flatMap(\.typedNames) + optionNames + ["-h", "-V"])
    let typed = commandLine.prefix { $0 != "--" }.filter { $0.count > 1 && $0.hasPrefix("-") }
    return typed.lazy.map { String($0.prefix { $0 != "=" }) }.first { option in
      guard !option.hasPrefix("--"), option.count > 2 else { return !known.contains(option) }
      // Short ones can share a dash.
      return !option.dropFirst().allSatisfy { known.contains("-\($0)") }
    }
  }

  func takesValue(_ option: String) -> Bool { self.option(option)?.kind == "option" }

  /// The argument of a property: the option that has its name, or else the positional one that must be given.
  func argument(ofProperty property: String) -> Argument? {
    let option = "--" + property.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    return self.option(option) ?? arguments.first { $0.kind == "positional" && !$0.isOptional }
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

    /// `--run TIME@PACE`, `TIME`.
    var synopsis: String { [preferredName?.typed, placeholder].compactMap(\.self).joined(separator: " ") }

    var placeholder: String? { valueName?.uppercased() }

    /// What it may be; nothing where that is not a matter of a few words.
    var values: [String] { allValues ?? [] }

    /// Its line of the help, as part of a sentence.
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
