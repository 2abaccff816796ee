import ArgumentParser
import Glibc
import PlanLibrary
import PlanNotation
import SystemPackage
import Text
import UserFiles
import WorkoutFiles
import WorkoutModel

/// The meaning of the words of a PLAN argument.
enum PlanArgument: Equatable {
  /// A plan in a plan folder.
  case named(String)
  /// A file by its path; `-` is standard input.
  case file(String)
  /// A plan in notation, which may contain a mistake.
  case text(PlanText)

  /// Classifies the words of a command line, which are joined by spaces; nil without words.
  ///
  /// The result is the first of these meanings that applies:
  ///
  /// - a file, if the words can only be a file
  /// - a named plan, if a plan has this name
  /// - notation, if the words are notation without a mistake
  /// - a file, if the file exists or the words look like a path
  /// - a named plan, if a plan has this title
  ///
  /// If no meaning applies, words that look like a name are an error, and any other words are notation with a mistake.
  ///
  /// - Throws: `Failure` for a name that is also notation, for a name that no plan has, for a title of several plans, and
  ///   for a type of file that contains no plans.
  init?(words: [String], in plans: PlanFolders) throws(Failure) {
    let text = words.joined(separator: " ")
    guard !words.isEmpty else { return nil }
    let isLine = !text.contains(where: \.isNewline)
    if isLine, text.fileExtension == "gpx" { throw .trackFile }
    if Self.hasFileForm(text) {
      self = .file(text)
      return
    }
    let typed = PlanText(text: text)
    if let entry = plans.entry(typed: text) {
      guard typed.mistake != nil else { throw .ambiguousPlan(text, path: entry.path) }
      self = .named(entry.name)
    } else if let mistake = typed.mistake {
      if isLine, Self.isFile(text) || Self.isPath(text) {
        self = .file(text)
        return
      }
      if isLine, let entry = try plans.entry(titled: text) {
        self = .named(entry.name)
        return
      }
      // If the mistake is after the last character, the text is the beginning of a plan, not a name.
      let isName = Self.isPlainWord(text) && mistake.column <= text.unicodeScalars.count
      let isStep = text.first?.isNumber == true && text.contains(" ")
      let similar = isStep ? nil : plans.similar(to: text)
      guard similar == nil, !isName else { throw .noPlan(named: text, similar: similar) }
      self = .text(typed)
    } else {
      self = .text(typed)
    }
  }

  /// Whether a text is a single word that looks like a name: a letter, followed by letters, digits, `-` or `_`.
  static func isPlainWord(_ text: String) -> Bool {
    text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  /// Whether a text can only be a file: `-`, a path that begins with `/`, `./` or `../`, or a name with the extension
  /// of a plan or workout file.
  private static func hasFileForm(_ text: String) -> Bool {
    if text == "-" || ["/", "./", "../"].contains(where: text.hasPrefix) { return true }
    guard !text.contains(where: \.isNewline) else { return false }
    return PlanName.extensions.contains(where: text.hasSuffix) || WorkoutFormat(path: text) != nil
  }

  /// Whether a path leads to a file that is not a folder; see stat(2).
  private static func isFile(_ path: String) -> Bool {
    (try? Stat(at: path)).map { $0.type != .directory } ?? false
  }

  /// Whether a text looks like the path of a missing file, such as `plans/hills`, and not like steps, such as `30/30`.
  private static func isPath(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count > 1 && !parts.allSatisfy { $0.first?.isNumber == true }
      && text.allSatisfy { $0.isLetter || $0.isNumber || "/._-+~%".contains($0) }
  }
}

/// The argument and the options that give a plan.
struct PlanOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Plan: a name, a plan, program or workout file, or notation; '-' is standard input.", valueName: "plan"),
    completion: Completion.plans)
  var words: [String] = []

  @Option(name: .long, help: "Name of a plan, even if it could be notation.", completion: Completion.names)
  var name: String?

  @Option(name: .long, help: "Plan in notation, even if it could be a name.")
  var text: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Session of a program, such as w3d2.", valueName: "session"),
    completion: Completion.sessions)
  var session: String?

  var isGiven: Bool { givenCount > 0 }

  private var givenCount: Int { [!words.isEmpty, name != nil, text != nil].count { $0 } }

  mutating func validate() throws {
    guard session == nil || isGiven else { throw ValidationError("--session requires a training program") }
    guard givenCount <= 1 else { throw ValidationError("PLAN, --name and --text cannot be combined") }
  }

  /// Returns the meaning of the argument or the option; nil if no plan is given.
  func argument(in plans: PlanFolders) throws(Failure) -> PlanArgument? {
    if let name { return .named(try plans.find(name)?.name ?? name) }
    if let text { return .text(PlanText(text: text)) }
    return try PlanArgument(words: words, in: plans)
  }
}

extension PlanFolders {
  /// Finds the plan or program with a typed name or, if no name matches, with a typed title.
  ///
  /// - Throws: `Failure` for a title of several plans.
  func find(_ typed: String) throws(Failure) -> Entry? {
    if let entry = entry(typed: typed) { return entry }
    return try entry(titled: typed)
  }

  /// Finds the plan or program with a typed title.
  fileprivate func entry(titled title: String) throws(Failure) -> Entry? {
    let titled = entries(titled: title)
    guard titled.count < 2 else { throw .ambiguousTitle(title, of: titled.map(\.name)) }
    return titled.first
  }
}

extension PlanName {
  /// Reads an argument; `type` is `plan` or `program`.
  init(argument: String, of type: String = "plan") throws(Failure) {
    do {
      self = try PlanName(argument)
    } catch {
      throw .unusableName(error, argument, of: type)
    }
  }
}

extension Intervalctl {
  /// Rejects a negative step or lead-in, which the argument parser would read as an option.
  static func rejectNegativePlan(in arguments: [String]) throws(Failure) {
    let words = arguments.prefix { $0 != "--" }
    guard isPlanCommand(words.first),
      // No option has a digit after its dash, so this word is a negative value.
      let index = words.firstIndex(where: { $0.hasPrefix("-") && $0.dropFirst().first?.isNumber == true })
    else { return }
    let previous = words[index - 1]
    guard previous != "--lead-in" else { throw .negativeLeadIn(words[index]) }
    guard !previous.hasPrefix("-") else { return }
    let step = [words[index]] + words[(index + 1)...].prefix { !$0.hasPrefix("-") }
    throw .negativeStep(step.joined(separator: " "))
  }

  /// Rejects a session after the name or the file of a training program, as in `start c25k w3d2` or `c25k week 3`.
  static func rejectSession(
    in arguments: [String], plans: @autoclosure () -> PlanFolders
  ) throws(Failure) {
    guard let command = arguments.first, isPlanCommand(command) || command == ProgramCommand._commandName else {
      return
    }
    for (index, name) in arguments.enumerated().dropFirst() {
      let words = arguments[(index + 1)...].prefix {
        ["", "w", "week", "wd", "weekday", "d", "day"].contains($0.lowercased().filter { $0.isLetter || $0 == "-" })
      }
      guard words.first?.first?.isLetter == true, let text = programText(name, in: plans()) else { continue }
      let typed = words.joined(separator: " ")
      let numbers = typed.split { !("0"..."9").contains($0) }.prefix(2) + ["1", "1"]
      let isDayFirst = typed.lowercased().hasPrefix("d")
      let id = SessionID("w\(numbers[isDayFirst ? 1 : 0])d\(numbers[isDayFirst ? 0 : 1])")
      let session = id ?? SessionID(week: 1, day: 1)
      let nearest = (try? ProgramFile(text))?.program.nearestSession(to: session) ?? session
      let option = isPlanCommand(command) ? "--session" : "--at"
      throw .sessionAsWord(typed, "intervalctl \(command) \(name.safeForTerminal.shellWord) \(option) \(nearest)")
    }
  }

  /// The text of the program with a typed name or path; empty if it cannot be read, and nil for any other word.
  private static func programText(_ typed: String, in plans: PlanFolders) -> String? {
    if ProgramText.isFile(typed) { return (try? TextFile.readStream(typed)) ?? "" }
    guard let entry = try? plans.find(typed), entry.isProgram else { return nil }
    return (try? entry.text) ?? ""
  }

  /// Adds the program in use to a command line with a session, as in `start w5d3` or `show w1d1`.
  ///
  /// This is the program of the last session in the history. A plan with the name of the session takes precedence.
  static func addingProgram(to arguments: [String], in library: @autoclosure () -> Library) throws(Failure) -> [String]
  {
    guard isPlanCommand(arguments.first), arguments.count > 1, let session = SessionID(arguments[1]) else {
      return arguments
    }
    let library = library()
    guard library.plans.entry(typed: arguments[1]) == nil else { return arguments }
    guard let program = try library.programInUse() else {
      let programs = library.plans.entries().filter(\.isProgram).map(\.name)
      throw .noProgramInUse(session, of: arguments[0], example: programs.first)
    }
    return [arguments[0], program, "--session", arguments[1]] + arguments.dropFirst(2)
  }

  private static func isPlanCommand(_ name: String?) -> Bool {
    let commands: [any ParsableCommand.Type] = [Start.self, Show.self, Export.self, Render.self]
    return commands.contains { $0._commandName == name }
  }
}
