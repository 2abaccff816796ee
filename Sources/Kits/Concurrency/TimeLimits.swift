import Dispatch

extension Duration {
  /// Waits for this duration, or until the task is cancelled.
  ///
  /// The wait uses a timer of Dispatch. `Task.sleep` would start the threads of Swift's default executor; see
  /// `TaskQueue`.
  package func elapse() async {
    let (time, end) = AsyncStream<Never>.makeStream()
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "org.intervald.elapsing"))
    timer.setEventHandler { end.finish() }
    // Dispatch counts nanoseconds in 64 bits, which is enough for decades.
    timer.schedule(deadline: .now() + .milliseconds(min(self, .seconds(1 << 30)).inTimeoutMilliseconds()))
    timer.activate()
    for await _ in time {}
    timer.cancel()
  }
}

extension AsyncStream where Element: Sendable {
  /// Waits for the first element until the time limit passes or the task is cancelled.
  ///
  /// - Returns: The element; nil if the time limit passes or the stream ends first. If the wait ends without an
  ///   element, later readers find that the stream has ended.
  package func first(within limit: Duration) async -> Element? {
    await withTaskGroup(of: Element?.self) { group in
      group.addTask { await first { _ in true } }
      group.addTask {
        await limit.elapse()
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }
}

extension AsyncStream<Never> {
  /// Waits for the end of the stream until the time limit passes or the task is cancelled.
  package func end(within limit: Duration) async {
    _ = await first(within: limit)
  }
}
