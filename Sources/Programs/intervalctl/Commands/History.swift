import Dates
import TerminalUI
import ArgumentParser
import ControlInterface
import WorkoutModel

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List past workouts, and weekly totals.",
    usage: """
      intervalctl history [--since <day>] [--json | --csv]
      intervalctl history again [<number>] [--replace] [--watch]
      """,
    discussion: """
      Lists the last 20 workouts, or all since a day, newest last. No daemon is needed. Examples:

        intervalctl history --since 2w
        intervalctl history --csv > workouts.csv
        intervalctl history again 2
      """,
    subcommands: [HistoryAgain.self])

  @Option(
    help: ArgumentHelp(
      "First day: 10d, 2w, 3mo or 1y ago; today, yesterday, monday; 2026-11-01 (default: the last 20 workouts).",
      valueName: "day"),
    completion: Completion.days)
  var since: String?

  @Flag(help: "Print one line of JSON for each workout.")
  var json = false

  @Flag(help: "Print comma-separated values, in seconds and metres.")
  var csv = false

  /// Whether nothing was asked for that goes with a list alone.
  var isPlain: Bool { since == nil && !json && !csv }

  mutating func validate() throws {
    guard !json || !csv else { throw ValidationError("--json and --csv cannot be combined") }
  }

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let today = LocalTime.now.day
    let since = try since.map { day throws(Failure) in try CalendarDay(option: "--since", day, today: today) }
    let history = try library.history()
    if json {
      try history?.forEach(since: since) { try console.output.writeJSON($1) }
    } else if csv {
      try console.output.write(HistoryRecords.header)
      try history?.forEach(since: since) { try console.output.write(HistoryRecords.line($1, started: $0.started)) }
    } else {
      try show(history, since: since, today: today, library, on: console)
    }
    try console.messages.writeWarnings(history?.warnings ?? [])
  }

  private func show(
    _ history: RecordedHistory?, since: CalendarDay?, today: CalendarDay, _ library: Library, on console: Console
  ) throws {
    guard let history, let last = history.workouts.last else {
      return try console.messages.writeNotes(["no workouts yet: each is recorded when it ends"])
    }
    let units = try library.settings().units(inLocaleOf: console.environment)
    let words = try HistoryWords(history, since: since, units: units, today: today)
    guard !words.isEmpty else {
      let day = last.started.day.weekdayText(in: today.year)
      return try console.messages.writeNotes(["no workouts since then; the last one was on \(day)"])
    }
    try console.output.writeLines(words.lines(console.output.style, width: console.output.widthIfTerminal))
  }
}
