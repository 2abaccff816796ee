import ArgumentParser
import Varlink
import WorkoutControl
import WorkoutModel

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the workouts that were done.",
    usage: """
      intervalctl history [--since <day>] [--json | --csv]
      intervalctl history again [<number>] [--replace] [--watch]
      """,
    discussion: """
      The last 20, or all since a day, the newest at the end, and under them what each week came to. \
      No daemon is needed:

        intervalctl history --since 2w
        intervalctl history --csv > workouts.csv
        intervalctl history again 2
      """,
    subcommands: [HistoryAgain.self])

  @Option(
    help: ArgumentHelp(
      "Those since a day: 10d, 2w, 3mo or 1y ago; today, yesterday, monday; 2026-11-01.", valueName: "day"),
    completion: Completion.days)
  var since: String?

  @Flag(help: "Print all of them, each as one line of JSON: the interface's own object.")
  var json = false

  @Flag(help: "Print all of them as comma-separated values: seconds and metres.")
  var csv = false

  /// Whether nothing was asked for that goes with a list alone.
  var isPlain: Bool { since == nil && !json && !csv }

  mutating func validate() throws {
    guard !json || !csv else { throw ValidationError("--json or --csv: one of them.") }
  }

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let today = LocalTime.now.day
    let since = try since.map { day throws(Failure) in try CalendarDay(option: "--since", day, today: today) }
    let history = try library.history()
    if json {
      try history?.forEach(since: since) { try console.output.writeLine(JSONValue(encoding: $1)) }
    } else if csv {
      try console.output.write(HistoryRecords.header)
      try history?.forEach(since: since) { try console.output.write(HistoryRecords.line($1, started: $0.started)) }
    } else {
      try show(history, since: since, today: today, library, on: console)
    }
    try console.messages.writeRemarks(history?.remarks ?? [])
  }

  private func show(
    _ history: RecordedHistory?, since: CalendarDay?, today: CalendarDay, _ library: Library, on console: Console
  ) throws {
    guard let history, let last = history.workouts.last else {
      return try console.messages.writeLine("There are no workouts yet: each is recorded when it ends.")
    }
    let units = try library.settings().units(inLocaleOf: console.environment)
    let words = try HistoryWords(history, since: since, units: units, today: today)
    guard !words.isEmpty else {
      let day = last.started.day.weekdayText(in: today.year)
      return try console.messages.writeLine("There are none since then; the last one was on \(day).")
    }
    try console.output.writeLines(words.lines(console.output.style, width: console.output.widthIfTerminal))
  }
}
