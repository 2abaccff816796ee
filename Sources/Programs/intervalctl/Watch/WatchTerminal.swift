import Dates
import TerminalUI
import Glibc
import ControlInterface

/// A view on a terminal: news and keys in, screens out, until the person leaves or the workout ends.
actor WatchTerminal {
  private let source: any WatchSource
  private let console: Console
  private let endsWithWorkout: Bool
  private let input = TerminalInput(descriptor: STDIN_FILENO)
  private let usualMode = TerminalMode.ofKeys
  private var view: WatchView
  private var screen: FullScreen
  private var decoder = KeyDecoder()
  private var isEntered = false
  /// Whether it waits for the shell to bring it to the foreground.
  private var isSuspended = false
  /// Whether it went on after Ctrl-Z, and has not heard of that yet.
  private var hasResumed = false
  /// When a fast clock was drawn last, as a CLOCK_MONOTONIC reading.
  private var drawnAt = 0
  private let ticker: Ticker
  private nonisolated let ticks: AsyncStream<Void>
  private nonisolated let requests: AsyncStream<Request>
  private let request: AsyncStream<Request>.Continuation
  private nonisolated let ends: AsyncStream<Never>
  private let end: AsyncStream<Never>.Continuation

  /// What the source is asked.
  private enum Request {
    case command(WatchCommand)
    case plan
  }

  /// Whether something is typed on a terminal.
  static var hasKeys: Bool { TerminalMode.ofKeys != nil }

  init(_ source: any WatchSource, view: WatchView, console: Console, endsWithWorkout: Bool) {
    self.source = source
    self.view = view
    self.console = console
    self.endsWithWorkout = endsWithWorkout
    screen = FullScreen(on: console.output)
    let ticker = Ticker()
    (self.ticker, ticks) = (ticker, ticker.ticks)
    (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostRequests))
    (ends, end) = AsyncStream.makeStream()
  }

  /// Shows the view; in the end the terminal is as it was, but for a few lines on what became of the workout.
  func run() async throws {
    let signals = await TerminalSignal.received(restoring: usualMode, of: input.descriptor)
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.source.follow { try await self.hear($0) } }
        group.addTask { for await _ in self.ends {} }
        group.addTask { for await signal in signals { try await self.meet(signal) } }
        group.addTask { for await _ in self.ticks { try await self.draw() } }
        group.addTask { for await request in self.requests { try await self.ask(request) } }
        if usualMode != nil { group.addTask { try await self.followKeys() } }
        // The first to end is the news, or the end that was told, unless one throws.
        try await group.next()
        group.cancelAll()
      }
      try leave()
    } catch {
      try? leave()
      // That nothing can be written to a terminal that is gone is its hang-up, whichever is met first.
      if TerminalMode(of: console.output.descriptor) == nil { throw Interrupted(signal: .hangUp) }
      if error as? Interrupted == Interrupted(signal: .interrupt) { try? sayFarewell() }
      throw error
    }
    try sayFarewell()
  }

  // MARK: What comes in

  private func hear(_ news: WatchNews) throws {
    view.hear(news, atNs: source.clock.nowNs)
    if view.lacksPlan { request.yield(.plan) }
    if endsWithWorkout, case .event(let event) = news, event.summary != nil || event.status.phase == .idle {
      return end.finish()
    }
    if isEntered { return try drawNews() }
    guard !isSuspended else { return }
    if isInForeground(on: console.output.descriptor) { try enter() } else { stop() }
  }

  private func followKeys() async throws {
    while true {
      if let bytes = await input.next() {
        try handle(decoder.keys(in: bytes))
      } else {
        try Task.checkCancellation()
        // An end of the input that was typed before the view was there leaves the terminal where it is.
        guard TerminalMode(of: input.descriptor) != nil else { throw Interrupted(signal: .hangUp) }
      }
    }
  }

  private func handle(_ keys: [Key]) throws {
    // Before there is anything to be seen nothing can be meant.
    guard isEntered else { return }
    var keys = keys
    // The beginning of a sequence comes together with the rest, or else its rest means nothing here.
    if decoder.hasLoneEscape {
      decoder.endLoneEscape()
      keys.append(.escape)
    }
    // Whoever types is not on the way out of Ctrl-Z, which stops nobody where there is no shell.
    hasResumed = false
    for key in keys {
      switch view.handle(key) {
      case .command(let command): request.yield(.command(command))
      case .leave: return end.finish()
      case .suspend: try suspend()
      case .redraw: screen.invalidate()
      case nil: break
      }
    }
    try draw()
  }

  private func meet(_ signal: TerminalSignal) throws {
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
      let end = WatchClock.monotonicNowNs + Self.noteTime
      view.refuse(Failure(error).message, untilNs: source.clock.reading(at: end))
    }
    try draw()
  }

  // MARK: The terminal

  /// Stops the program as Ctrl-Z usually does, until the shell lets it go on.
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
    TerminalRescue.prepare(FullScreen.reset, on: console.output.descriptor, mode: usualMode, of: input.descriptor)
    usualMode?.forKeys.set(on: input.descriptor)
    screen.invalidate()
    try screen.enter()
    try draw()
  }

  private func leave() throws {
    guard isEntered else { return }
    isEntered = false
    defer {
      usualMode?.set(on: input.descriptor, droppingInput: true)
      TerminalRescue.dismiss()
    }
    try screen.leave()
  }

  /// Draws what is new: of a fast clock, whose news may come faster than they can be drawn, no more often than a person
  /// can see.
  private func drawNews() throws {
    let next = drawnAt + Self.shortestFrame
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
    ticker.set(for: tick.map { max($0, drawnAt + Self.shortestFrame) })
  }

  private func sayFarewell() throws {
    try console.output.writeLines(view.farewell(console.output.style, atNs: source.clock.nowNs))
  }

  /// Nanoseconds.
  private static let shortestFrame = 50_000_000
  /// Nanoseconds that a refusal is told at most.
  private static let noteTime = 5_000_000_000
  /// The most commands that wait to be sent; what is typed beyond them is dropped.
  private static let mostRequests = 16
}

extension TerminalMode {
  /// That of the terminal on which something is typed; nil without one.
  fileprivate static var ofKeys: TerminalMode? { TerminalMode(of: STDIN_FILENO) }
}
