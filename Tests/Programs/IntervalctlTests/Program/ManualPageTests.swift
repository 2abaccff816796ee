import ArgumentParser
import ControlInterface
import FoundationEssentials
import TestSupport
import Testing
import WorkoutModel
import WorkoutReports
import WorkoutViews

@testable import intervalctl

/// Comparison of the manual page intervalctl(1) with the program.
@Suite struct ManualPageTests {
  private let page: ManualPage

  init() throws {
    page = try ManualPage("intervalctl.1")
  }

  @Test func `the synopsis lists every command with its options`() async throws {
    var synopsis: [String: Set<String>] = [:]
    for usage in page.lines(in: "SYNOPSIS").split(separator: ".Nm intervalctl") {
      let words = usage.flatMap { $0.split(separator: " ").map(String.init) }
      let options = zip(words, words.dropFirst()).filter { $0.0 == "Fl" || $0.0 == ".Fl" }.map { "-\($0.1)" }
      for command in usage.first?.split(separator: "|") ?? [] { synopsis[Self.command(command)] = Set(options) }
    }
    #expect(synopsis == (try await commands()).mapValues { $0.subtracting(Self.common) })
  }

  @Test func `every command and option has an entry, and every entry is a command or an option`() async throws {
    let commands = try await commands()
    let entries = page.entries(in: "DESCRIPTION")
    let named = entries.filter { $0.macro == "Cm" }.map { Self.command($0.words.joined(separator: " ")) }
    #expect(Set(named) == Set(commands.keys))
    let options = entries.filter { $0.macro == "Fl" }.flatMap { $0.words.prefix { $0 != "Ar" } }.map { "-\($0)" }
    #expect(Set(options) == commands.values.reduce(Self.common.union(Self.hidden)) { $0.union($1) })
  }

  @Test func `every field of a status bar is documented`() {
    let documented = page.entries(in: "STATUS BARS").flatMap(\.words)
    #expect(documented.sorted() == BarField.allCases.map(\.rawValue).sorted())
  }

  @Test func `every event and every cue in the JSON of watch is documented`() throws {
    let entry = try #require(page.entries(in: "DESCRIPTION").first { $0.words == ["watch", "Fl", "-json"] })
    let words = entry.text.filter { $0.hasPrefix(".Ql ") }.map { $0.split(separator: " ")[1] }
    let events: [Report.EventWord] = [.state, .measured, .cue, .finished, .stopped]
    // If the cue `last` announces a round, its word in JSON is `lastRound`.
    let cues = Cue.allCases.map { $0 == .leadIn ? "leadIn" : $0.rawValue } + ["lastRound"]
    #expect(words.map(String.init).sorted() == (events.map(\.rawValue) + cues).sorted())
  }

  @Test func `every exit status has an entry`() {
    #expect(page.entries(in: "EXIT STATUS").map { Int32($0.macro) } == ExitStatus.allCases.map(\.rawValue))
  }

  @Test func `the command lines in the examples can be parsed`() async throws {
    let displays = page.displays(in: "EXAMPLES").map { $0.replacing("\\\n", with: "") }
    let commandLines = displays.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("$ intervalctl ") }
    #expect(commandLines.count > 10)
    // A shell splits each command into words and prints them to descriptor 3, which pipes do not redirect.
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

  /// The options that the help does not show.
  private static let hidden: Set = ["--generate-completion-script"]

  /// Returns the command at the beginning of a line, including the name of its group.
  ///
  /// Words with capital letters are macros, and do not belong to the command.
  private static func command(_ line: some StringProtocol) -> String {
    line.split(separator: " ").drop { $0.contains(where: \.isUppercase) || $0.hasPrefix(".") }
      .prefix { $0.allSatisfy { $0.isLowercase || $0 == "-" } }.joined(separator: " ")
  }

  /// Returns the options of each command in the help of the program, by the name of the command.
  private func commands() async throws -> [String: Set<String>] {
    // The dump is larger than the buffer of a pipe, so it is written to a file.
    let folder = try TemporaryFolder()
    let script = "exec \"$1\" --experimental-dump-help > \"$2\""
    let arguments = ["-c", script, "sh", try BuiltProgram.path(of: "intervalctl"), folder.path(of: "dump")]
    let dump = try await Invocation.run("sh", arguments)
    #expect(dump.status == 0)
    #expect(dump.errors.isEmpty)
    let program = try JSONDecoder().decode(Dump.self, from: Data(folder.read("dump").utf8)).command
    return (program.subcommands ?? []).reduce(into: [:]) { commands, command in
      commands.merge(command.options) { _, again in again }
    }
  }

  /// The part of the JSON help of the program that these tests read.
  private struct Dump: Decodable {
    var command: Command

    struct Command: Decodable {
      var commandName: String
      var arguments: [Argument]?
      var subcommands: [Command]?

      /// The options of the command and of its subcommands, by the name of the command or subcommand.
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
