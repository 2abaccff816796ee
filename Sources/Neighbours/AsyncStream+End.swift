extension AsyncStream<Never> {
  /// Waits until the stream ends, but no longer than the limit, and no longer than the task lives.
  package func end(within limit: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in self {} }
      group.addTask { try? await Task.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
  }
}
