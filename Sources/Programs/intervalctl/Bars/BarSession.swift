import TerminalUI
import ControlInterface

/// The lines for a status bar as the workout goes: one whenever it changes, and none in between.
actor BarSession {
  private let bar: StatusBar
  private let output: TextStream
  private let clock: WatchClock
  private let ticker: Ticker
  private nonisolated let ticks: AsyncStream<Void>
  /// How the workout stood when something was last heard of it; idle as long as nothing is.
  private var status = Wire.Status.unheard
  private var line: String?

  private init(_ bar: StatusBar, on output: TextStream, clock: WatchClock) {
    self.bar = bar
    self.output = output
    self.clock = clock
    ticker = Ticker()
    ticks = ticker.ticks
  }

  /// Prints the first line at once, and goes on until nobody reads it any more.
  ///
  /// - Throws: `OutputError`, and why a source cannot go on.
  static func run(_ bar: StatusBar, on output: TextStream, from source: some WatchSource) async throws {
    let session = BarSession(bar, on: output, clock: source.clock)
    try await output.whileRead {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await session.follow(source) }
        group.addTask { for await _ in session.ticks { try await session.update() } }
        // The first to end is the source, unless one throws.
        try await group.next()
        group.cancelAll()
      }
    }
  }

  private nonisolated func follow(_ source: some WatchSource) async throws {
    try await source.follow { news in
      switch news {
      case .event(let event): try await show(event.status)
      case .away: try await show(.unheard)
      }
    }
  }

  private func show(_ status: Wire.Status) throws {
    self.status = status
    try update()
  }

  /// Prints the line as it is now, if it is another one, and sees to the next time.
  private func update() throws {
    let live = LiveStatus(status: status, nowNs: clock.nowNs)
    let line = bar.line(live)
    if line != self.line { try output.writeLine(line) }
    self.line = line
    ticker.setSeconds(from: bar.nextTickNs(live).map(clock.monotonicNs(at:)))
  }
}

extension Wire.Status {
  /// What is shown while there is nobody to ask.
  fileprivate static let unheard = Wire.Status(
    atNs: 0, phase: .idle, distanceUnits: "km", paceUnits: "min/km", rounds: [], elapsedMs: 0)
}
