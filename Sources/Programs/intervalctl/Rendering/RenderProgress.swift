import Text
import TerminalUI
import Dispatch
import WorkoutModel

/// How far a recording is, on one line of a terminal that is drawn anew.
struct RenderProgress {
  /// Nil where there is nobody to see it.
  private let output: TextStream?
  private let total: Duration
  /// When it was drawn last, or else begun.
  private var last = DispatchTime.now()
  private var isDrawn = false

  /// The line is drawn no more often, and never where all is done sooner.
  private static let pause = DispatchTimeInterval.milliseconds(100)
  private static let longestBar = 40

  /// Nothing is written where no line can be drawn anew.
  init(of total: Duration, on output: TextStream) {
    self.total = total
    self.output = output.canRedraw ? output : nil
  }

  /// Draws how far it is, unless that was just done.
  mutating func draw(_ done: Duration) throws(OutputError) {
    guard let output, DispatchTime.now() >= last + Self.pause else { return }
    last = .now()
    isDrawn = true
    try output.write("\r\(Self.line(done, of: total, width: output.size.columns))\u{1B}[K")
  }

  /// Takes the line away.
  func erase() throws(OutputError) {
    if isDrawn { try output?.write("\r\u{1B}[K") }
  }

  /// `██████████▌           26% 11:15 of 43:12`, which leaves the last column free.
  static func line(_ done: Duration, of total: Duration, width: Int) -> String {
    let part = total > .zero ? min(done / total, 1) : 1
    let whole = total.clockText()
    let percent = "\(Int(part * 100))%".padded(to: 4, rightAligned: true)
    let time = "\(min(done, total).clockText().padded(to: whole.columns, rightAligned: true)) of \(whole)"
    let columns = min(longestBar, width - 1 - " \(percent) \(time)".columns)
    guard columns > 3 else { return percent }
    return "\(Bar(fraction: part).text(columns: columns).padded(to: columns)) \(percent) \(time)"
  }
}
