import Dispatch

/// Ticks at moments that are set one at a time, by a timer with an absolute deadline.
final class Ticker {
  /// One element a tick; a tick that nobody has taken yet absorbs the next.
  let ticks: AsyncStream<Void>
  private let timer: any DispatchSourceTimer

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
  func set(for nanoseconds: Int?) {
    let deadline = nanoseconds.map { DispatchTime(uptimeNanoseconds: UInt64(max(1, $0))) } ?? .distantFuture
    timer.schedule(deadline: deadline, leeway: .milliseconds(1))
  }
}
