import ArgumentParser
import Dates
import FoundationEssentials
import PlanLibrary
import TerminalUI
import Text
import UserFiles
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

struct ProgramCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "program",
    abstract: "Show or change the position in a training program.",
    discussion: """
      After a session is done, the next session is due. The position follows from the history, and no daemon is needed:

        intervalctl program c25k
        intervalctl program c25k --at w5d1
      """)

  @Argument(
    help: ArgumentHelp("Name of the program, or its file.", valueName: "name"), completion: Completion.programNames)
  var name: String

  @Option(
    help: ArgumentHelp("Session to make due, such as w5d1.", valueName: "session"),
    completion: Completion.sessions)
  var at: String?

  @OptionGroup var options: JSONOptions

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let program = try library.requiredProgram(name)
    let target = try at.map { (id) throws(Failure) in try program.session(id) }
    var history = try library.history()
    let before = try program.read(history).position
    // A move to the session that is due has an effect only if it makes later sessions not done.
    let isMove = target.map { before.due != $0 || before.isDone(from: $0) } ?? false
    if let target, isMove {
      try library.move(in: program, to: target)
      history = try library.history()
    }
    let read = try program.read(history)
    let due = read.position.due.map { program.plan(of: $0, due: $0) }
    let mark = try Failure.readingHistory(try history?.mark(of: program.name))
    try console.messages.writeWarnings((history?.warnings ?? []) + library.positionWarnings(for: due, after: mark))
    let last = try Failure.readingHistory(try history?.lastIndex { $0.session?.program == program.name })
    guard !options.json else {
      let summary = try last.flatMap { index in try history?.recordedSummary(at: index, hasLaps: true) }
      return try console.output.writeLine(read.json(last: summary, path: program.path))
    }
    if let target {
      let title = program.title.safeForTerminal
      guard isMove else { return try console.output.writeLine("\(title) is already at \(target.words)") }
      try console.output.writeLine(
        before.due == target
          ? "\(title) is still at \(target.words), but this session and all later ones now count as not done"
          : "Moved \(title) from \(before.dueWords) to \(target.words)")
      return try console.messages.writeHints(["undo it with: intervalctl history undo"])
    }
    let view = ProgramPositionView(
      read,
      last: try Failure.readingHistory(
        try last.flatMap { (index) throws(FileReadError) in try history?.workout(at: index) }),
      today: LocalTime.now.day)
    try console.output.writeLines(view.lines(console.output.style, width: console.output.widthIfTerminal))
    if case .chosen(let id)? = mark?.mark, program.program[id] == nil {
      try console.messages.writeNotes([
        "\(id.words), to which the program was moved, no longer exists; the nearest session is due"
      ])
    }
    let argument = name.safeForTerminal.shellWord
    try console.messages.writeHints([
      read.position.due == nil
        ? "begin again with: intervalctl program \(argument) --at w1d1"
        : "start the next session with: intervalctl start \(argument)"
    ])
  }
}

extension Library {
  /// Reads the program with a typed name, or a program file.
  ///
  /// - Throws: `Failure` if no program has the name, even if the history contains sessions of such a program.
  fileprivate func requiredProgram(_ typed: String) throws(Failure) -> ProgramText {
    if ProgramText.isFile(typed) { return try ProgramText(file: typed, over: settings()) }
    guard let entry = try plans.find(typed) else {
      let names = plans.entries().filter(\.isProgram).map(\.name)
      let similar = nearestWord(to: typed, in: names)
      throw missingProgram(named: typed, similar: similar) ?? .noProgram(named: typed, similar: similar)
    }
    guard let program = try program(entry) else { throw .planNotProgram(entry.name) }
    return program
  }

  /// Adds a move in a program to the history, which is created if it is missing.
  fileprivate func move(in program: ProgramText, to session: SessionID) throws(Failure) {
    try historyFile.add(.move(program.name, to: session, at: Date()))
  }
}
