import ArgumentParser
import TerminalUI
import WorkoutReports
import WorkoutViews

/// Prints the line of a status bar whenever the line changes.
actor BarSession {
  private let bar: StatusBar
  private let output: TextStream
  private let clock: WatchClock
  private let ticker: Ticker
  private nonisolated let ticks: AsyncStream<Void>
  /// The latest status; idle before the first event, and while the daemon is away.
  private var status = Report.Status.unknown
  private var line: String?

  private init(_ bar: StatusBar, on output: TextStream, clock: WatchClock) {
    self.bar = bar
    self.output = output
    self.clock = clock
    ticker = Ticker()
    ticks = ticker.ticks
  }

  /// Prints the first line at once, and continues until the reader closes the pipe.
  ///
  /// - Throws: `OutputError`, and any error of the source.
  static func run(_ bar: StatusBar, on output: TextStream, from source: some WatchSource) async throws {
    let session = BarSession(bar, on: output, clock: source.clock)
    try await output.whileRead {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await session.follow(source) }
        group.addTask { for await _ in session.ticks { try await session.update() } }
        // Waits until a task throws, or until the source has no more events.
        try await group.next()
        group.cancelAll()
      }
    }
  }

  private nonisolated func follow(_ source: some WatchSource) async throws {
    try await source.follow { event in
      switch event {
      case .event(let event): try await show(event.status)
      case .away: try await show(.unknown)
      case .restarted: break
      }
    }
  }

  private func show(_ status: Report.Status) throws {
    self.status = status
    try update()
  }

  /// Prints the line if it has changed, and sets the ticker for the next change of the line.
  private func update() throws {
    let live = LiveStatus(status: status, nowNs: clock.nowNs)
    let line = bar.line(live)
    if line != self.line { try output.writeLine(line) }
    self.line = line
    ticker.setSeconds(from: bar.nextTickNs(live).map(clock.monotonicNs(at:)))
  }
}

extension Report.Status {
  /// The status while the daemon is not running.
  fileprivate static let unknown = Report.Status(
    atNs: 0, phase: .idle, distanceUnits: "km", paceUnits: "min/km", rounds: [], elapsedMs: 0)
}

/// The options for status bars.
struct BarOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Template of a line for a status bar, such as '{icon} {clock}'.",
      discussion: "A part in brackets is left out if a field in it is empty.",
      valueName: "template"))
  var format: String?

  @Flag(help: "Print a line of JSON for a custom module of Waybar.")
  var waybar = false

  /// The requested status bar; nil without the options.
  func bar() throws(Failure) -> StatusBar? {
    guard let format else { return waybar ? StatusBar(format: StatusBar.waybarFormat, isWaybar: true) : nil }
    return StatusBar(format: try BarFormat(option: "--format", format), isWaybar: waybar)
  }

  /// Throws if `--json` is combined with an option for status bars.
  func checkAlone(json: Bool) throws(ValidationError) {
    guard json, format != nil || waybar else { return }
    throw ValidationError("--json and \(waybar ? "--waybar" : "--format") cannot be combined")
  }
}

extension BarFormat {
  /// Reads the value of an option.
  init(option name: String, _ value: String) throws(Failure) {
    do {
      try self.init(parsing: value)
    } catch {
      throw .invalidFormat(name, value, error)
    }
  }
}
