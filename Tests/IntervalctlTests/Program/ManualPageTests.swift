import ArgumentParser
import FoundationEssentials
import TestSupport
import Testing

@testable import intervalctl

/// The manual page of the program against the program.
@Suite struct ManualPageTests {
  private let page: ManualPage

  init() throws {
    page = try ManualPage("intervalctl.1")
  }

  @Test func `the synopsis has every command, each with its options`() async throws {
    var synopsis: [String: Set<String>] = [:]
    for usage in page.lines(in: "SYNOPSIS").split(separator: ".Nm intervalctl") {
      let words = usage.flatMap { $0.split(separator: " ").map(String.init) }
      let options = zip(words, words.dropFirst()).filter { $0.0 == "Fl" || $0.0 == ".Fl" }.map { "-\($0.1)" }
      // A macro has a capital.
      let commands = usage.first?.split(separator: " ").filter { $0.allSatisfy { $0.isLowercase || $0 == "-" } } ?? []
      for command in commands { synopsis[String(command)] = Set(options) }
    }
    #expect(synopsis == (try await commands()).mapValues { $0.subtracting(Self.common) })
  }

  @Test func `every command and every option has its entry, and nothing else has`() async throws {
    let commands = try await commands()
    let entries = page.entries(in: "DESCRIPTION")
    #expect(Set(entries.filter { $0.macro == "Cm" }.map(\.words[0])) == Set(commands.keys))
    let options = entries.filter { $0.macro == "Fl" }.flatMap { $0.words.prefix { $0 != "Ar" } }.map { "-\($0)" }
    #expect(Set(options) == commands.values.reduce(Self.common) { $0.union($1) })
  }

  @Test func `every exit status has its entry`() {
    #expect(page.entries(in: "EXIT STATUS").map { Int32($0.macro) } == ExitStatus.allCases.map(\.rawValue))
  }

  @Test func `the command lines of the examples can be read`() async throws {
    let displays = page.displays(in: "EXAMPLES").map { $0.replacing("\\\n", with: "") }
    let commandLines = displays.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("$ intervalctl ") }
    #expect(commandLines.count > 10)
    // A shell takes each apart, and prints a line of its words, whatever a line pipes its output to.
    let script =
      ["exec 3>&1", "intervalctl() { printf '%s\\037' \"$@\" >&3; echo >&3; }"] + commandLines.map { $0.dropFirst(2) }
    let words = try await Invocation.run("sh", ["-c", script.joined(separator: "\n")]).output.split(separator: "\n")
    #expect(words.count == commandLines.count)
    for words in words {
      let arguments = words.split(separator: "\u{1F}").map(String.init)
      #expect(throws: Never.self, "\(arguments)") {
        try Intervalctl.parseAsRoot(Extend.protectingNegativeTimes(in: arguments))
      }
    }
  }

  /// The options that every command has.
  private static let common: Set = ["--version", "--help", "-h"]

  /// The names of the commands, each with its options, as the program itself tells them.
  private func commands() async throws -> [String: Set<String>] {
    let dump = try await Invocation.run(BuiltProgram.path(of: "intervalctl"), ["--experimental-dump-help"])
    let program = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command
    return (program.subcommands ?? []).reduce(into: [:]) { commands, command in
      let names = (command.arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
      commands[command.commandName] = Set(names.map { $0.kind == "long" ? "--\($0.name)" : "-\($0.name)" })
    }
  }

  /// What the program prints of itself, as far as it is asked here.
  private struct Dump: Decodable {
    var command: Command

    struct Command: Decodable {
      var commandName: String
      var arguments: [Argument]?
      var subcommands: [Command]?
    }

    struct Argument: Decodable {
      var shouldDisplay: Bool
      var names: [Name]?
    }

    struct Name: Decodable {
      var kind: String
      var name: String
    }
  }
}
