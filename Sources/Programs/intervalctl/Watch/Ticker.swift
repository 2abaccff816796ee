import Dispatch
import WorkoutViews

/// A timer that ticks at absolute times.
final class Ticker {
  /// The ticks; several ticks that are not consumed yet become one tick.
  let ticks: AsyncStream<Void>
  private let timer: any DispatchSourceTimer
  /// The CLOCK_MONOTONIC reading of the first tick, if the timer ticks each second; nil if the timer does not repeat.
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

  /// Ticks once at a CLOCK_MONOTONIC reading, and cancels all earlier requests; nil only cancels.
  func set(for nanoseconds: Int?) { schedule(nanoseconds, repeating: .never) }

  /// Ticks at a CLOCK_MONOTONIC reading and then each second, until the next request.
  ///
  /// If the timer will tick at this reading anyway, and then each second, the function does nothing. It then does not
  /// wake Dispatch's timer thread.
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
