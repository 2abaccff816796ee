import Synchronization

/// A place where one executor posts the availability of a server and any other reads it, or awaits it for a while.
package final class AvailabilityBoard<Details: Equatable & Sendable, Failure: NeighbourFailure>: Sendable {
  package typealias Posted = Availability<Details, Failure>

  private struct Contents {
    var current: Posted?
    var reported: Posted?
    var waiting: [Int: AsyncStream<Posted>.Continuation] = [:]
    var nextWaiter = 0
  }

  private let contents = Mutex(Contents())

  package init() {}

  /// What is posted now; nil before the first attempt has come to an end, and during one begun by `clear`.
  package var current: Posted? {
    contents.withLock { $0.current }
  }

  /// Posts what has become known, and wakes whoever waits for it.
  ///
  /// - Returns: Whether this differs from what was posted last, so that each change is reported once.
  package func post(_ availability: Posted) -> Bool {
    contents.withLock { contents in
      let isNews = contents.reported.map { !$0.isSameNews(as: availability) } ?? true
      contents.current = availability
      contents.reported = availability
      for waiter in contents.waiting.values {
        waiter.yield(availability)
      }
      return isNews
    }
  }

  /// Takes down what is posted, as it is being found out anew; the same outcome again will be no news.
  package func clear() {
    contents.withLock { $0.current = nil }
  }

  /// Reads what is posted, or waits until something is.
  ///
  /// - Returns: nil if nothing is known within the limit, or if the task is cancelled.
  package func current(within limit: Duration) async -> Posted? {
    if let current { return current }
    let (postings, waiter) = AsyncStream<Posted>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = contents.withLock { contents in
      if let current = contents.current { waiter.yield(current) }
      contents.nextWaiter += 1
      contents.waiting[contents.nextWaiter] = waiter
      return contents.nextWaiter
    }
    defer { contents.withLock { _ = $0.waiting.removeValue(forKey: number) } }
    return await postings.first(within: limit)
  }
}
