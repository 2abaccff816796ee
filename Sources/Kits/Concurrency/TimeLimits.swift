package import Dispatch
import Synchronization

extension Duration {
  /// Waits for this duration, or until the task is cancelled.
  ///
  /// `Task.sleep` ends on the default executor, whose threads the daemon does not use.
  package func elapse() async {
    let (time, end) = AsyncStream<Never>.makeStream()
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "org.intervald.elapsing"))
    timer.setEventHandler { end.finish() }
    // The number of milliseconds in decades fits its type.
    let milliseconds = (min(self, .seconds(1 << 30)) / .milliseconds(1)).rounded(.up)
    timer.schedule(deadline: .now() + .milliseconds(Int(milliseconds)))
    timer.activate()
    for await _ in time {}
    timer.cancel()
  }
}

extension AsyncStream where Element: Sendable {
  /// Waits for the first element, for at most the time limit, or until the task is cancelled.
  ///
  /// - Returns: The element; nil if the time limit passes or the stream ends first. A wait without an element also ends
  ///   the stream for later readers.
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
  /// Waits for the end of the stream, for at most the time limit, or until the task is cancelled.
  package func end(within limit: Duration) async {
    _ = await first(within: limit)
  }
}

/// A dispatch queue for requests to an external service that may hang.
///
/// Each request waits for the previous ones. Requests above the capacity fail at once, so that they do not accumulate
/// while the service hangs.
package final class RequestQueue: Sendable {
  private let queue: DispatchQueue
  private let count = Atomic(0)

  /// The maximum number of requests without a response.
  private let capacity: Int

  static let defaultCapacity = 8

  package convenience init(label: String) {
    self.init(on: DispatchQueue(label: label), capacity: Self.defaultCapacity)
  }

  /// Uses a dispatch queue that may have other work as well.
  package init(on queue: DispatchQueue, capacity: Int) {
    self.queue = queue
    self.capacity = capacity
  }

  /// Makes a request on the queue, which may block; nil if no response arrives within the time limit.
  package func response<Response: Sendable>(
    within limit: Duration, to request: @escaping @Sendable () -> Response
  ) async -> Response? {
    guard count.add(1, ordering: .relaxed).newValue <= capacity else {
      count.subtract(1, ordering: .relaxed)
      return nil
    }
    let (responses, response) = AsyncStream<Response>.makeStream(bufferingPolicy: .bufferingNewest(1))
    queue.async {
      response.yield(request())
      self.count.subtract(1, ordering: .relaxed)
    }
    return await responses.first(within: limit)
  }
}
