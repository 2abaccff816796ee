import Synchronization

/// Records elements in order.
///
/// Tests read the elements, and wait for further elements.
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

  /// Ends the recording, so that no reader waits for further elements.
  package func finish() {
    contents.withLock { contents in
      contents.isFinished = true
      for reader in contents.readers.values { reader.finish() }
    }
  }

  /// Waits for the first element that meets a condition, and returns the element.
  ///
  /// The first `start` elements are ignored, also those that are not recorded yet: pass an earlier `count` to search
  /// only newer elements.
  ///
  /// - Throws: `TimedOut`, with the description of the event, if the limit is exceeded or the recording ends.
  package func first(
    _ event: String, from start: Int = 0, within limit: Duration = generousLimit,
    where condition: @escaping @Sendable (Element) -> Bool
  ) async throws -> Element {
    let (elements, reader) = AsyncStream<Element>.makeStream()
    let (number, missing) = contents.withLock { contents in
      for element in contents.elements.dropFirst(start) { reader.yield(element) }
      if contents.isFinished { reader.finish() }
      contents.nextReader += 1
      contents.readers[contents.nextReader] = reader
      return (contents.nextReader, max(0, start - contents.elements.count))
    }
    defer { contents.withLock { _ = $0.readers.removeValue(forKey: number) } }
    let found = try await withTimeLimit(event, limit: limit) {
      await elements.dropFirst(missing).first(where: condition)
    }
    guard let found else { throw TimedOut(what: event, limit: limit) }
    return found
  }
}
