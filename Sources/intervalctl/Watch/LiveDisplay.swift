import Dispatch
import WorkoutControl

/// Lines that stay, and under them one that is drawn anew whenever a second of the workout is full.
actor LiveDisplay {
  nonisolated let ticks: AsyncStream<Void>
  private let output: TextStream
  private let ticker: Ticker
  private var status: Wire.Status?

  init(on output: TextStream) {
    self.output = output
    let ticker = Ticker()
    ticks = ticker.ticks
    self.ticker = ticker
  }

  /// Writes a line that stays, if there is one, and shows another status from now on.
  func show(_ line: String?, status: Wire.Status) throws {
    self.status = status
    if let line { try output.write("\(Self.erase)\(line)\n") }
    try redraw()
  }

  /// Draws the live line as it is now, and sees to the next time.
  func redraw() throws {
    guard let status else { return }
    let live = LiveStatus(status: status, nowNs: Int(DispatchTime.now().uptimeNanoseconds))
    let width = output.width - Self.margin
    let line = LiveLine(live).text(width: width, style: output.style)
    try output.write("\r\(line)\(Self.eraseRest)")
    ticker.set(for: live.nextTickNs)
  }

  /// Takes the live line away and draws no more.
  func end() throws {
    guard status != nil else { return }
    status = nil
    ticker.set(for: nil)
    try output.write(Self.erase)
  }

  /// The columns that stay free behind the line: for the cursor, and for the `^C` that a terminal echoes, which must
  /// not wrap, or the line could not be taken away.
  private static let margin = 3

  /// EL, from the cursor to the end of the line (ECMA-48, 8.3.41).
  private static let eraseRest = "\u{1B}[K"
  private static let erase = "\r\(eraseRest)"
}
