import Dates
import Text
import TerminalUI
import Dispatch

/// A planner on a terminal: keys in, screens out, until it has come to something.
actor PlannerSession {
  private let input: TerminalInput
  private let output: TextStream
  private let usualMode: TerminalMode
  private let setting: @Sendable () -> PlannerScreen.Setting
  private var planner: Planner
  private var decoder = KeyDecoder()
  private var region: TerminalRegion
  /// Whether it waits for the shell to bring it to the foreground.
  private var isSuspended = false
  /// Whether it went on after Ctrl-Z, and has not heard of that yet.
  private var hasResumed = false
  private let escapeTicker: Ticker
  private let clockTicker: Ticker
  private nonisolated let escapeTicks: AsyncStream<Void>
  private nonisolated let clockTicks: AsyncStream<Void>

  /// Nil where the input is no terminal.
  init?(_ planner: Planner, input descriptor: CInt, output: TextStream, units: @escaping PlannerScreen.Units) {
    guard let mode = TerminalMode(of: descriptor) else { return nil }
    usualMode = mode
    input = TerminalInput(descriptor: descriptor)
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

  /// Lets the person write; what they decide on, or nil where they leave an empty line.
  ///
  /// The terminal is then as it was, with nothing of the planner on it. Where a signal ends it, what was written stays.
  ///
  /// - Throws: `Interrupted`, also at the end of the input; `OutputError`.
  func run() async throws -> Planner.Decision? {
    let signals = await TerminalSignal.received(restoring: usualMode, of: input.descriptor)
    do {
      if isInForeground(on: output.descriptor) { try enter() } else { stop() }
      let ending = try await withThrowingTaskGroup(of: Planner.Ending?.self) { group in
        group.addTask { try await self.followKeys() }
        group.addTask {
          for await signal in signals { try await self.meet(signal) }
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
      // So that nothing is lost.
      if !planner.line.isEmpty { try? region.writeLine(planner.line.text.safeForTerminal) }
      throw error
    }
  }

  private func followKeys() async throws -> Planner.Ending? {
    while let bytes = await input.next() {
      if let ending = try handle(decoder.keys(in: bytes)) { return ending }
      // Only a question knows Esc, and only the time tells it from the beginning of a sequence.
      let waits = decoder.hasLoneEscape && planner.stage != .writing
      escapeTicker.set(for: waits ? now + Self.escapeTime : nil)
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

  private func meet(_ signal: TerminalSignal) throws {
    guard !signal.isEnding else { throw Interrupted(signal: signal) }
    if signal == .resume {
      guard isInForeground(on: output.descriptor) else { return stop() }
      // Where it did not stop by itself it is drawn somewhere that nobody knows.
      if !hasResumed { region.invalidate() }
      hasResumed = false
      try enter()
    } else {
      try draw()
    }
  }

  /// Stops the program as Ctrl-Z usually does, until the shell lets it go on.
  private func suspend() throws {
    try region.keep()
    try region.markPastes(false)
    usualMode.set(on: input.descriptor)
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
      TerminalRegion.reset, on: output.descriptor, mode: usualMode, of: input.descriptor)
    usualMode.forKeys.set(on: input.descriptor)
    try region.markPastes(true)
    try draw()
  }

  /// Takes the planner away, and makes the terminal what it was.
  private func leave() throws {
    guard !isSuspended else { return }
    defer {
      usualMode.set(on: input.descriptor, droppingInput: true)
      TerminalRescue.dismiss()
    }
    try region.erase()
    try region.markPastes(false)
  }

  private func draw() throws {
    guard !isSuspended else { return }
    let screen = PlannerScreen(planner, setting())
    try region.draw(screen.lines, cursor: screen.cursor)
    // So that the finish by the clock goes on with it.
    clockTicker.set(for: now + Self.clockTime)
  }

  private var now: Int { Int(DispatchTime.now().uptimeNanoseconds) }

  /// Nanoseconds that a sequence may take to follow its ESC.
  private static let escapeTime = 100_000_000
  private static let clockTime = 10_000_000_000
}
