import Synchronization

/// Everything that came from somewhere, in order; tests look at it, and wait for more.
package final class Recording<Element: Sendable>: Sendable {
  private struct Contents {
    var elements: [Element] = []
    var isFinished = false
    var readers: [Int: AsyncStream<Element>.Continuation] = [:]
    var nextReader = 0
  }

  private let contents = Mutex(Contents())

  package init() {}

  package var elements: [Element] {
    contents.withLock { $0.elements }
  }

  package var count: Int {
    contents.withLock { $0.elements.count }
  }

  package func append(_ element: Element) {
    contents.withLock { contents in
      contents.elements.append(element)
      for reader in contents.readers.values { reader.yield(element) }
    }
  }

  /// Says that nothing more will come, so that nobody waits for it.
  package func finish() {
    contents.withLock { contents in
      contents.isFinished = true
      for reader in contents.readers.values { reader.finish() }
    }
  }

  /// Finds the first element that meets a condition, waiting for it if it has not come yet.
  ///
  /// The first `start` elements are passed over: with `count` at an earlier moment, it finds what came since. Throws
  /// `TimedOut`, naming what was waited for, also when the recording ends without it.
  package func first(
    _ what: String, from start: Int = 0, within limit: Duration = generousLimit,
    where condition: @escaping @Sendable (Element) -> Bool
  ) async throws -> Element {
    let (elements, reader) = AsyncStream<Element>.makeStream()
    let number = contents.withLock { contents in
      for element in contents.elements.dropFirst(start) { reader.yield(element) }
      if contents.isFinished { reader.finish() }
      contents.nextReader += 1
      contents.readers[contents.nextReader] = reader
      return contents.nextReader
    }
    defer { contents.withLock { _ = $0.readers.removeValue(forKey: number) } }
    let found = try await withTimeLimit(what, limit: limit) { await elements.first(where: condition) }
    guard let found else { throw TimedOut(what: what, limit: limit) }
    return found
  }
}
