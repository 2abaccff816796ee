import ArgumentParser
import ControlInterface
import Dates
import TerminalUI
import Text
import WorkoutHistory
import WorkoutModel
import WorkoutReports
import WorkoutViews

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List, show, change and start past workouts.",
    usage: """
      intervalctl history [--since <day>] [-n <count> | --all] [--by-program] [--json | --csv]
      intervalctl history show [<number>] [--verbose]
      intervalctl history again [<number>] [--replace] [--watch]
      intervalctl history export [<number> ... | --since <day>] --output <file>
      intervalctl history correct <number> <distance>
      intervalctl history note <number> <text>
      intervalctl history remove <number> [--yes]
      intervalctl history undo
      """,
    discussion: """
      Lists the last 20 workouts, or all since a day, newest last, and weekly totals. No daemon is needed. Examples:

        intervalctl history --since 2w
        intervalctl history show 2
        intervalctl history --by-program
        intervalctl history --csv > workouts.csv
      """,
    subcommands: [
      HistoryShow.self, HistoryExport.self, HistoryAgain.self, HistoryCorrect.self, HistoryNote.self,
      HistoryRemove.self, HistoryUndo.self,
    ])

  @Option(
    help: ArgumentHelp(
      "First day: 10d, 2w, 3mo or 1y ago; today, yesterday, monday; 2026-11-01 (default: the last 20 workouts).",
      valueName: "day"),
    completion: Completion.days)
  var since: String?

  @Option(
    name: .customShort("n"), help: ArgumentHelp("List only the last <count> workouts.", valueName: "count"))
  var count: Int?

  @Flag(help: "List all workouts.")
  var all = false

  @Flag(help: "Group by training program: all sessions, and the last 20 other workouts.")
  var byProgram = false

  @Flag(help: "Print one line of JSON for each workout.")
  var json = false

  @Flag(help: "Print comma-separated values, in seconds and metres.")
  var csv = false

  /// Throws a failure if an option that applies only to the list precedes a subcommand.
  ///
  /// With `exceptSince`, the subcommand itself accepts `--since`.
  func requirePlain(with subcommand: String, exceptSince: Bool = false) throws(Failure) {
    guard since == nil || exceptSince, count == nil, !all, !byProgram, !json, !csv else {
      throw .listOptions(with: subcommand)
    }
  }

  mutating func validate() throws {
    guard !json || !csv else { throw ValidationError("--json and --csv cannot be combined") }
    guard !all || count == nil && since == nil else {
      throw ValidationError("--all cannot be combined with --since or -n")
    }
    if let count, count < 1 { throw ValidationError("-n: the number of workouts must be at least 1") }
  }

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let today = LocalTime.now.day
    let since = try since.map { day throws(Failure) in try CalendarDay(option: "--since", day, today: today) }
    let history = try library.history()
    var selection = HistorySelection(since: since, count: count, byProgram: byProgram)
    // The table of weeks then begins with the first workout.
    if all { selection.since = try Failure.readingHistory(try history?.workouts())?.map(\.started.day).min() }
    if json {
      try selection.forEach(in: history, hasLaps: true) { try console.output.writeJSON($1) }
    } else if csv {
      try console.output.write(HistoryRecords.header)
      try selection.forEach(in: history, hasLaps: false) {
        try console.output.write(HistoryRecords.line($1, started: $0.started))
      }
    } else {
      if since == nil, !all {
        selection.count = count ?? HistoryView.usualEntries
        selection.listsAllSessions = byProgram && count == nil
      }
      try show(history, selection, today: today, library, on: console)
    }
    try console.messages.writeWarnings(history?.warnings ?? [])
  }

  private func show(
    _ history: RecordedHistory?, _ selection: HistorySelection, today: CalendarDay, _ library: Library,
    on console: Console
  ) throws {
    guard let history, let last = try Failure.readingHistory(try history.workouts()).last else {
      return try console.messages.writeNotes(["no workouts yet: each is recorded when it ends"])
    }
    guard try !selection.indices(in: history).isEmpty else {
      let day = last.started.day.weekdayText(in: today.year)
      return try console.messages.writeNotes(["no workouts since then; the last one was on \(day)"])
    }
    let (style, width) = (console.output.style, console.output.widthIfTerminal)
    if byProgram {
      let (view, warnings) = try ProgramHistoryView.make(
        history, selection, library: library, environment: console.environment, today: today)
      try console.output.writeLines(view.lines(style, width: width))
      return try console.messages.writeWarnings(warnings)
    }
    let view = try HistoryView(
      history, selection, configuration: library.settings(), environment: console.environment, today: today)
    try console.output.writeLines(view.lines(style, width: width))
  }
}

struct HistoryAgain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "again",
    abstract: "Start a past workout again.",
    discussion: """
      Starts the plan as it was then. Example:

        intervalctl history again 2
      """)

  @ParentCommand var history: History

  @Argument(
    help: ArgumentHelp(
      "Number of the workout in the list, or its workoutId (default: 1, the last one).", valueName: "number"),
    completion: Completion.workouts)
  var which: String?

  @Flag(help: "Replace a running workout.")
  var replace = false

  @Flag(name: .shortAndLong, help: "Show the workout until it ends.")
  var watch = false

  func run() async throws {
    try history.requirePlain(with: "again")
    let starter = WorkoutStarter(console: .standard)
    let recorded = try starter.console.recordedEntry(which ?? "1", requireTrusted: true)
    let request = try StartRequest(recorded.summary, in: recorded.history, library: starter.library)
    let client = try await starter.console.connect()
    let workoutID = try await starter.start(request, on: client, replace: replace)
    if watch { try await starter.watch(workoutID, of: request, on: client) }
  }
}

extension CalendarDay {
  /// Reads the value of an option: a date, the name of a day, or a length of time before today.
  init(option name: String, _ value: String, today: CalendarDay) throws(Failure) {
    let text = value.lowercased()
    let day = Self.date(text) ?? Self.named(text, today: today) ?? Self.before(today, text)
    guard let day else { throw .invalidDate(option: name, value, hint: Self.hint(for: text)) }
    self = day
  }

  /// The names of days that the option accepts.
  static let words = ["today", "yesterday"] + weekdays.map { $0.lowercased() }

  static func date(_ text: String) -> CalendarDay? {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.map(\.count) == [4, 2, 2] else { return nil }
    let numbers = fields.compactMap(number)
    guard numbers.count == 3 else { return nil }
    return CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// Returns the day that a name such as `yesterday` or `monday` refers to; nil if the text is not the name of a day.
  ///
  /// The name of a weekday refers to the most recent such weekday, which can be today.
  private static func named(_ text: String, today: CalendarDay) -> CalendarDay? {
    switch text {
    case "today": return today
    case "yesterday": return today.advanced(by: -1)
    default:
      guard let weekday = weekdays.firstIndex(where: { $0.lowercased() == text }) else { return nil }
      return today.advanced(by: -((today.weekday - weekday + 7) % 7))
    }
  }

  private static func before(_ today: CalendarDay, _ text: String) -> CalendarDay? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard digits.count <= 5, let count = number(digits) else { return nil }
    return switch text.dropFirst(digits.count) {
    case "d": today.advanced(by: -count)
    case "w": today.advanced(by: -7 * count)
    // A day cannot be a number of minutes ago, so `m` means months.
    case "m", "mo": today.earlier(byMonths: count)
    case "y": today.earlier(byMonths: 12 * count)
    default: nil
    }
  }

  /// The number in a text that consists of digits; nil for any other text.
  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { ("0"..."9").contains($0) } ? Int(text) : nil
  }

  private static func hint(for text: String) -> String {
    nearestWord(to: text, in: words).map { "did you mean '\($0)'?" }
      ?? "write 10d, 2w, 3mo or 1y; today, yesterday or monday; or 2026-11-01"
  }
}
