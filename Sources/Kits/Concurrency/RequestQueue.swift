package import Dispatch

/// Dispatch queue for requests to an external service that may hang.
///
/// Each request waits for the previous requests. A request above the capacity fails at once, so that requests do not
/// accumulate while the service hangs.
package final class RequestQueue: Sendable {
  private let queue: DispatchQueue
  private let requestLimit: RequestLimit

  package convenience init(label: String) {
    self.init(on: DispatchQueue(label: label), capacity: RequestLimit.defaultMaximum)
  }

  /// Uses a dispatch queue, which other code may also use.
  ///
  /// `capacity` is the maximum number of requests without a response.
  package init(on queue: DispatchQueue, capacity: Int) {
    self.queue = queue
    requestLimit = RequestLimit(capacity)
  }

  /// Runs a request on the queue; returns nil if no response arrives within the time limit.
  ///
  /// The request may block.
  package func response<Response: Sendable>(
    within limit: Duration, to request: @escaping @Sendable () -> Response
  ) async -> Response? {
    guard requestLimit.begin() else { return nil }
    let (responses, response) = AsyncStream<Response>.makeStream(bufferingPolicy: .bufferingNewest(1))
    queue.async {
      response.yield(request())
      self.requestLimit.end()
    }
    return await responses.first(within: limit)
  }
}
