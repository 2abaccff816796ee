import Dates
import Dispatch
import TerminalUI
import Text
import WorkoutViews

/// A planner on a terminal: it reads keys and draws screens until the user decides or leaves.
actor PlannerSession {
  private let input: TerminalInput
  /// The bytes that the user typed before the session began.
  private let typed: [UInt8]
  private let output: TextStream
  private let originalMode: TerminalMode
  private let setting: @Sendable () -> PlannerScreen.Setting
  private var planner: Planner
  private var decoder = KeyDecoder()
  private var region: TerminalRegion
  /// Whether the session waits for the shell to bring it to the foreground.
  private var isSuspended = false
  /// Whether the session has resumed after Ctrl-Z, but has not handled SIGCONT yet.
  private var hasResumed = false
  private let escapeTicker: Ticker
  private let clockTicker: Ticker
  private nonisolated let escapeTicks: AsyncStream<Void>
  private nonisolated let clockTicks: AsyncStream<Void>

  /// Returns nil if the input is not a terminal; `typed` are the bytes that the user has already typed.
  init?(
    _ planner: Planner, input descriptor: CInt, typed: [UInt8], output: TextStream,
    units: @escaping PlannerScreen.Units
  ) {
    guard let mode = TerminalMode(of: descriptor) else { return nil }
    originalMode = mode
    input = TerminalInput(descriptor: descriptor)
    self.typed = typed
    self.output = output
    self.planner = planner
    region = TerminalRegion(on: output)
    let (escapeTicker, clockTicker) = (Ticker(), Ticker())
    (escapeTicks, clockTicks) = (escapeTicker.ticks, clockTicker.ticks)
    (self.escapeTicker, self.clockTicker) = (escapeTicker, clockTicker)
    setting = {
      PlannerScreen.Setting(
        units: units, size: output.size, style: output.style, clock: TimeOfDay.init(fromNow:))
    }
  }

  /// Runs the planner; returns the decision of the user, or nil if the user leaves the planner while the line is
  /// empty.
  ///
  /// At the end, the session erases the planner and restores the terminal. If a signal ends the session, the lines that
  /// the user has written stay on the terminal.
  ///
  /// - Throws: `Interrupted` at a signal or at the end of the input; `OutputError` if the output fails.
  func run() async throws -> Planner.Decision? {
    let signals = await TerminalSignal.received(restoring: originalMode, of: input.descriptor)
    do {
      if isInForeground(on: output.descriptor) { try enter() } else { stop() }
      let ending = try await withThrowingTaskGroup(of: Planner.Ending?.self) { group in
        group.addTask { try await self.followKeys() }
        group.addTask {
          for await signal in signals { try await self.handle(signal) }
          return nil
        }
        group.addTask {
          for await _ in self.escapeTicks {
            if let ending = try await self.endLoneEscape() { return ending }
          }
          return nil
        }
        group.addTask {
          for await _ in self.clockTicks { try await self.draw() }
          return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
      try leave()
      guard case .done(let decision) = ending else { return nil }
      return decision
    } catch {
      try? leave()
      // After an error, the lines that the user has written stay on the terminal.
      for line in planner.writtenText.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).trimmed {
        try? region.writeLine(String(line).safeForTerminal)
      }
      throw error
    }
  }

  private func followKeys() async throws -> Planner.Ending? {
    if !typed.isEmpty, let ending = try handle(decoder.keys(in: typed)) { return ending }
    while let bytes = await input.next() {
      if let ending = try handle(decoder.keys(in: bytes)) { return ending }
      // A lone ESC is the Esc key if no more bytes follow soon. While the user writes the plan, the Esc key has no
      // effect, so no timer is set.
      let mayBeEscape = decoder.hasLoneEscape && planner.stage != .writing
      escapeTicker.set(for: mayBeEscape ? now + Self.escapeLimit : nil)
    }
    try Task.checkCancellation()
    throw Interrupted(signal: .hangUp)
  }

  private func handle(_ keys: [Key]) throws -> Planner.Ending? {
    for keys in keys.split(omittingEmptySubsequences: false, whereSeparator: { $0 == .suspend }).enumerated() {
      if keys.offset > 0 { try suspend() }
      if keys.element.contains(.redraw) { try region.erase() }
      if let ending = planner.handle(Array(keys.element)) { return ending }
    }
    try draw()
    return nil
  }

  private func endLoneEscape() throws -> Planner.Ending? {
    guard decoder.hasLoneEscape else { return nil }
    decoder.endLoneEscape()
    return try handle([.escape])
  }

  private func handle(_ signal: TerminalSignal) throws {
    guard !signal.isEnding else { throw Interrupted(signal: signal) }
    if signal == .resume {
      guard isInForeground(on: output.descriptor) else { return stop() }
      // If another process stopped the program, the position of the planner on the terminal is unknown.
      if !hasResumed { region.invalidate() }
      hasResumed = false
      try enter()
    } else {
      try draw()
    }
  }

  /// Stops the program, as Ctrl-Z normally does, until the shell resumes the program.
  private func suspend() throws {
    try region.leaveOnScreen()
    try region.markPastes(false)
    originalMode.set(on: input.descriptor)
    TerminalRescue.dismiss()
    stop()
    guard isInForeground(on: output.descriptor) else { return }
    hasResumed = true
    try enter()
  }

  private func stop() {
    isSuspended = true
    TerminalSignal.stopProcess()
  }

  private func enter() throws {
    isSuspended = false
    TerminalRescue.prepare(
      TerminalRegion.reset, on: output.descriptor, mode: originalMode, of: input.descriptor)
    originalMode.forKeys.set(on: input.descriptor)
    try region.markPastes(true)
    try draw()
  }

  /// Erases the planner and restores the terminal.
  private func leave() throws {
    guard !isSuspended else { return }
    defer {
      originalMode.set(on: input.descriptor, droppingInput: true)
      TerminalRescue.dismiss()
    }
    try region.erase()
    try region.markPastes(false)
  }

  private func draw() throws {
    guard !isSuspended else { return }
    let screen = PlannerScreen(planner, setting())
    try region.draw(screen.lines, cursor: screen.cursor)
    // The next tick updates the displayed time of day of the finish.
    clockTicker.set(for: now + Self.clockInterval)
  }

  private var now: Int { Int(DispatchTime.now().uptimeNanoseconds) }

  /// The maximum time between an ESC and the rest of its sequence, in nanoseconds.
  private static let escapeLimit = 100_000_000
  /// The time between two updates of the time of day, in nanoseconds.
  private static let clockInterval = 10_000_000_000
}

extension [Substring] {
  /// The lines without an empty line at the end.
  fileprivate var trimmed: ArraySlice<Substring> { last?.isEmpty == true ? dropLast() : self[...] }
}
