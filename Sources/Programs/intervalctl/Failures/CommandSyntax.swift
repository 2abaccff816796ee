import ArgumentParser
import FoundationEssentials

/// The arguments of a command, as the argument parser describes them.
struct CommandSyntax {
  private let arguments: [Argument]

  /// Reads the description that `--experimental-dump-help` prints; this takes some milliseconds.
  init(of command: any ParsableCommand.Type) {
    let description = try? JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8))
    arguments = description?.command.arguments ?? []
  }

  /// The long names of all options, with their dashes.
  var optionNames: [String] { arguments.flatMap(\.typedNames).filter { $0.hasPrefix("--") } + ["--help", "--version"] }

  /// The first option of a command line that the command does not have.
  func unknownOption(in commandLine: [String]) -> String? {
    let known = Set(arguments.flatMap(\.typedNames) + optionNames + ["-h", "-V"])
    let typed = commandLine.prefix { $0 != "--" }.filter { $0.count > 1 && $0.hasPrefix("-") }
    return typed.lazy.map { String($0.prefix { $0 != "=" }) }.first { option in
      guard !option.hasPrefix("--"), option.count > 2 else { return !known.contains(option) }
      // Short options can share a dash.
      return !option.dropFirst().allSatisfy { known.contains("-\($0)") }
    }
  }

  func takesValue(_ option: String) -> Bool { self.option(option)?.kind == "option" }

  /// The argument of a property: the option of its name, or else the first required positional argument.
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

    /// All possible values; empty if there is no list of them.
    var values: [String] { allValues ?? [] }

    /// The line of the help, without its capital and its full stop.
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
