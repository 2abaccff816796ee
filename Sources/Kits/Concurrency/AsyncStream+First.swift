extension AsyncStream where Element: Sendable {
  /// Waits for the first element, but no longer than the limit, and no longer than the task lives.
  ///
  /// Without one by then, or if the stream ends before, it is nil. A wait that gives up ends the stream for later readers
  /// as well.
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
  /// Waits until the stream ends, but no longer than the limit, and no longer than the task lives.
  ///
  /// A wait that gives up ends the stream: later readers do not wait.
  package func end(within limit: Duration) async {
    _ = await first(within: limit)
  }
}
