import WorkoutViews
import Dispatch

/// Ticks at moments that are set one at a time, by a timer with an absolute deadline.
final class Ticker {
  /// One element a tick; a tick that nobody has taken yet absorbs the next.
  let ticks: AsyncStream<Void>
  private let timer: any DispatchSourceTimer
  /// A moment from which on it ticks each second; nil where it ticks once at most.
  private var grid: Int?

  init() {
    let (ticks, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.ticks = ticks
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: DispatchQueue(label: "org.intervald.ticker"))
    timer.setEventHandler { continuation.yield() }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  deinit {
    timer.cancel()
  }

  /// Ticks at a CLOCK_MONOTONIC reading, and not at any set before; nil for not at all.
  func set(for nanoseconds: Int?) { schedule(nanoseconds, repeating: .never) }

  /// Ticks at a CLOCK_MONOTONIC reading and then each second, until it is set anew.
  ///
  /// To set it for the next of these seconds changes nothing, and so does not wake the thread that keeps timers.
  func setSeconds(from nanoseconds: Int?) {
    if let grid, let nanoseconds, nanoseconds >= grid, (nanoseconds - grid) % Self.second == 0,
      nanoseconds - WatchClock.monotonicNowNs <= Self.second
    {
      return
    }
    schedule(nanoseconds, repeating: .seconds(1))
    grid = nanoseconds
  }

  private func schedule(_ nanoseconds: Int?, repeating: DispatchTimeInterval) {
    grid = nil
    let deadline = nanoseconds.map { DispatchTime(uptimeNanoseconds: UInt64(max(1, $0))) } ?? .distantFuture
    timer.schedule(deadline: deadline, repeating: repeating, leeway: .milliseconds(1))
  }

  private static let second = 1_000_000_000
}
