package import Dispatch
import Synchronization

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
