import ArgumentParser
import FoundationEssentials
import TestSupport
import Testing
import WorkoutModel
import WorkoutReports
import WorkoutViews

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
      for command in usage.first?.split(separator: "|") ?? [] { synopsis[Self.command(command)] = Set(options) }
    }
    #expect(synopsis == (try await commands()).mapValues { $0.subtracting(Self.common) })
  }

  @Test func `every command and every option has its entry, and nothing else has`() async throws {
    let commands = try await commands()
    let entries = page.entries(in: "DESCRIPTION")
    let named = entries.filter { $0.macro == "Cm" }.map { Self.command($0.words.joined(separator: " ")) }
    #expect(Set(named) == Set(commands.keys))
    let options = entries.filter { $0.macro == "Fl" }.flatMap { $0.words.prefix { $0 != "Ar" } }.map { "-\($0)" }
    #expect(Set(options) == commands.values.reduce(Self.common.union(Self.hidden)) { $0.union($1) })
  }

  @Test func `every field of a line for a bar is explained`() {
    let told = page.entries(in: "STATUS BARS").flatMap(\.words)
    #expect(told.sorted() == BarField.allCases.map(\.rawValue).sorted())
  }

  @Test func `every word for an event and for its cue is there`() throws {
    let entry = try #require(page.entries(in: "DESCRIPTION").first { $0.words == ["watch", "Fl", "-json"] })
    let words = entry.text.filter { $0.hasPrefix(".Ql ") }.map { $0.split(separator: " ")[1] }
    let events: [Report.EventWord] = [.state, .cue, .finished, .stopped]
    // The last round is a word of its own.
    let cues = Cue.allCases.map { $0 == .leadIn ? "leadIn" : $0.rawValue } + ["lastRound"]
    #expect(words.map(String.init).sorted() == (events.map(\.rawValue) + cues).sorted())
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
        try Intervalctl.parseAsRoot(Intervalctl.protectingNegativeValues(in: arguments))
      }
    }
  }

  /// The options that every command has.
  private static let common: Set = ["--version", "-V", "--help", "-h"]

  /// Those that the program itself does not tell of.
  private static let hidden: Set = ["--generate-completion-script"]

  /// The name of a command, with that of its group where it has one, at the beginning of a line; a macro has a capital.
  private static func command(_ line: some StringProtocol) -> String {
    line.split(separator: " ").drop { $0.contains(where: \.isUppercase) || $0.hasPrefix(".") }
      .prefix { $0.allSatisfy { $0.isLowercase || $0 == "-" } }.joined(separator: " ")
  }

  /// The names of the commands, each with its options, as the program itself tells them.
  private func commands() async throws -> [String: Set<String>] {
    // It is more than a pipe holds, and a file takes all of it at once.
    let folder = try TemporaryFolder()
    let script = "exec \"$1\" --experimental-dump-help > \"$2\""
    let arguments = ["-c", script, "sh", try BuiltProgram.path(of: "intervalctl"), folder.path(of: "dump")]
    let dump = try await Invocation.run("sh", arguments)
    #expect(dump.status == 0 && dump.errors.isEmpty)
    let program = try JSONDecoder().decode(Dump.self, from: Data(folder.read("dump").utf8)).command
    return (program.subcommands ?? []).reduce(into: [:]) { commands, command in
      commands.merge(command.options) { _, again in again }
    }
  }

  /// What the program prints of itself, as far as it is asked here.
  private struct Dump: Decodable {
    var command: Command

    struct Command: Decodable {
      var commandName: String
      var arguments: [Argument]?
      var subcommands: [Command]?

      /// Its own options and those of the commands in it, by their names.
      var options: [String: Set<String>] {
        let names = (arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
        var options = [commandName: Set(names.map { $0.kind == "long" ? "--\($0.name)" : "-\($0.name)" })]
        for command in subcommands ?? [] {
          for (name, own) in command.options { options["\(commandName) \(name)"] = own }
        }
        return options
      }
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
