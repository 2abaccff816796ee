import Dates
import Glibc
import TerminalUI
import WorkoutReports
import WorkoutViews

/// A view on a terminal: it handles events and keys, and draws screens, until the user leaves or the workout ends.
actor WatchTerminal {
  private let source: any WatchSource
  private let console: Console
  private let endsWithWorkout: Bool
  private let input = TerminalInput(descriptor: STDIN_FILENO)
  private let originalMode = TerminalMode.ofStandardInput
  private var view: WatchView
  private var screen: FullScreen
  private var decoder = KeyDecoder()
  private var isEntered = false
  /// Whether the program waits for the shell to bring it to the foreground.
  private var isSuspended = false
  /// Whether the view has resumed after Ctrl-Z, and still waits for SIGCONT.
  private var hasResumed = false
  /// The time of the last drawing, as a CLOCK_MONOTONIC reading; updated only if the clock of the source is fast.
  private var drawnAt = 0
  private let ticker: Ticker
  private nonisolated let ticks: AsyncStream<Void>
  private nonisolated let requests: AsyncStream<Request>
  private let request: AsyncStream<Request>.Continuation
  private nonisolated let ends: AsyncStream<Never>
  private let end: AsyncStream<Never>.Continuation

  /// A request to the source.
  private enum Request {
    case command(WatchCommand)
    case plan
  }

  /// Whether standard input is a terminal.
  static var hasKeys: Bool { TerminalMode.ofStandardInput != nil }

  init(_ source: any WatchSource, view: WatchView, console: Console, endsWithWorkout: Bool) {
    self.source = source
    self.view = view
    self.console = console
    self.endsWithWorkout = endsWithWorkout
    screen = FullScreen(on: console.output)
    let ticker = Ticker()
    (self.ticker, ticks) = (ticker, ticker.ticks)
    (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maxRequests))
    (ends, end) = AsyncStream.makeStream()
  }

  /// Shows the view, then restores the terminal and prints a few lines about the result of the workout.
  ///
  /// If the view ends with the workout and receives keys, the result stays on the screen until the user presses a key.
  func run() async throws {
    let signals = await TerminalSignal.received(restoring: originalMode, of: input.descriptor)
    do {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        // The result of each task is whether the view ends with the task.
        group.addTask {
          try await self.source.follow { try await self.receive($0) }
          return await !self.waitsForKey
        }
        group.addTask {
          for await _ in self.ends {}
          return true
        }
        group.addTask {
          for await signal in signals { try await self.handle(signal) }
          return true
        }
        group.addTask {
          for await _ in self.ticks { try await self.draw() }
          return true
        }
        group.addTask {
          for await request in self.requests { try await self.ask(request) }
          return true
        }
        if originalMode != nil { group.addTask { try await self.followKeys() } }
        // If no task throws, the first task to end is the one that reads the source or the one that waits for `ends`.
        while let isEnd = try await group.next(), !isEnd {}
        group.cancelAll()
      }
      try leave()
    } catch {
      try? leave()
      // If the terminal no longer exists, a write error is reported as a hang-up, even before SIGHUP arrives.
      if TerminalMode(of: console.output.descriptor) == nil { throw Interrupted(signal: .hangUp) }
      if error as? Interrupted == Interrupted(signal: .interrupt) { try? writeClosingLines() }
      throw error
    }
    try writeClosingLines()
  }

  // MARK: Events, keys and signals

  private func receive(_ event: WatchEvent) throws {
    // The result of the workout stays until the user presses a key, even if another workout starts.
    guard !(endsWithWorkout && waitsForKey) else { return }
    let showedResult = view.showsResult
    view.receive(event, atNs: source.clock.nowNs)
    if case .restarted = event { view.show("intervald has restarted", untilNs: reading(after: Self.messageTime)) }
    if view.showsResult, !showedResult { view.ignoreKeys(untilNs: reading(after: Self.keyDelay)) }
    if view.lacksPlan { request.yield(.plan) }
    if endsWithWorkout, case .event(let event) = event, event.summary != nil, !waitsForKey { return end.finish() }
    if isEntered { return try drawEvent() }
    guard !isSuspended else { return }
    if isInForeground(on: console.output.descriptor) { try enter() } else { stop() }
  }

  /// Whether the result of the workout stays on the screen until the user presses a key.
  private var waitsForKey: Bool { view.takesKeys && view.showsResult }

  /// Handles keys until the task is cancelled.
  private func followKeys() async throws -> Never {
    while true {
      if let bytes = await input.next() {
        try handle(decoder.keys(in: bytes))
      } else {
        try Task.checkCancellation()
        // If the terminal no longer exists, a hang-up ended the input. Otherwise, the user pressed Ctrl-D before the
        // view opened.
        guard TerminalMode(of: input.descriptor) != nil else { throw Interrupted(signal: .hangUp) }
      }
    }
  }

  private func handle(_ keys: [Key]) throws {
    // Keys typed before the view is visible are ignored.
    guard isEntered else { return }
    var keys = keys
    // A terminal sends a whole escape sequence at once, so an escape at the end of the input is the Escape key.
    if decoder.hasLoneEscape {
      decoder.endLoneEscape()
      keys.append(.escape)
    }
    // Without a shell, Ctrl-Z does not stop the program, and SIGCONT never arrives. Therefore, a key ends the wait for
    // SIGCONT.
    hasResumed = false
    for key in keys {
      switch view.handle(key, atNs: source.clock.nowNs) {
      case .command(let command): request.yield(.command(command))
      case .leave: return end.finish()
      case .suspend: try suspend()
      case .redraw: screen.invalidate()
      case nil: break
      }
    }
    try draw()
  }

  private func handle(_ signal: TerminalSignal) throws {
    guard !signal.isEnding else { throw Interrupted(signal: signal) }
    guard isEntered || isSuspended else { return }
    guard signal == .resume else { return try draw() }
    guard isInForeground(on: console.output.descriptor) else { return stop() }
    if hasResumed { try draw() } else { try enter() }
    hasResumed = false
  }

  private func ask(_ request: Request) async throws {
    do {
      switch request {
      case .command(let command): try await source.perform(command)
      case .plan: view.takePlan(of: try await source.status())
      }
    } catch {
      try Task.checkCancellation()
      view.show(Failure(error).message, untilNs: reading(after: Self.messageTime))
    }
    try draw()
  }

  /// Returns the reading of the source's clock after a real time in nanoseconds from now.
  private func reading(after time: Int) -> Int { source.clock.reading(at: WatchClock.monotonicNowNs + time) }

  // MARK: The terminal

  /// Stops the program, as Ctrl-Z normally does, until the shell resumes the program.
  private func suspend() throws {
    try leave()
    stop()
    guard isInForeground(on: console.output.descriptor) else { return }
    hasResumed = true
    try enter()
  }

  private func stop() {
    isSuspended = true
    TerminalSignal.stopProcess()
  }

  private func enter() throws {
    isEntered = true
    isSuspended = false
    TerminalRescue.prepare(FullScreen.reset, on: console.output.descriptor, mode: originalMode, of: input.descriptor)
    originalMode?.forKeys.set(on: input.descriptor)
    screen.invalidate()
    try screen.enter()
    try draw()
  }

  private func leave() throws {
    guard isEntered else { return }
    isEntered = false
    defer {
      originalMode?.set(on: input.descriptor, droppingInput: true)
      TerminalRescue.dismiss()
    }
    try screen.leave()
  }

  /// Draws a change; with a fast clock, at most once per `minFrameTime`.
  private func drawEvent() throws {
    let next = drawnAt + Self.minFrameTime
    if source.clock.speed > 1, WatchClock.monotonicNowNs < next { ticker.set(for: next) } else { try draw() }
  }

  private func draw() throws {
    guard isEntered else { return }
    let clock = source.clock
    let now = clock.nowNs
    let setting = WatchScreen.Setting(
      size: console.output.size, style: console.output.style, clock: clock.timeOfDay(fromNow:))
    try screen.draw(WatchScreen(view, nowNs: now, setting).lines, size: setting.size)
    let tick = view.nextTick(afterNs: now).map(clock.monotonicNs(at:))
    guard clock.speed > 1 else { return ticker.setSeconds(from: tick) }
    drawnAt = WatchClock.monotonicNowNs
    ticker.set(for: tick.map { max($0, drawnAt + Self.minFrameTime) })
  }

  private func writeClosingLines() throws {
    try console.output.writeLines(view.closingLines(console.output.style, atNs: source.clock.nowNs))
  }

  /// The minimum time, in nanoseconds, between two drawings if the clock of the source is fast.
  private static let minFrameTime = 50_000_000
  /// The time for which a message is shown, in nanoseconds.
  private static let messageTime = 5_000_000_000
  /// The time after the end of a workout during which keys do not act on the result, in nanoseconds.
  private static let keyDelay = 1_500_000_000
  /// The maximum number of pending requests; further requests are dropped.
  private static let maxRequests = 16
}

extension TerminalMode {
  /// The mode of the terminal on standard input; nil if standard input is not a terminal.
  fileprivate static var ofStandardInput: TerminalMode? { TerminalMode(of: STDIN_FILENO) }
}
