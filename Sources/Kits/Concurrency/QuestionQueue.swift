package import Dispatch
import Synchronization

/// A queue on which a neighbour that may hang is asked how it is.
///
/// A question waits for those before it. Beyond its capacity of them none is asked, so that a neighbour that hangs for
/// good collects no more.
package final class QuestionQueue: Sendable {
  private let queue: DispatchQueue
  private let count = Atomic(0)

  /// How many questions may be without an answer.
  private let capacity: Int

  package convenience init(label: String) {
    self.init(on: DispatchQueue(label: label), capacity: Self.usualCapacity)
  }

  /// Asks on a queue on which other work is done, too.
  package init(on queue: DispatchQueue, capacity: Int) {
    self.queue = queue
    self.capacity = capacity
  }

  static let usualCapacity = 8

  /// Asks on the queue, which may wait for as long as it takes; nil where there is no answer within the limit.
  package func answer<Answer: Sendable>(
    within limit: Duration, to question: @escaping @Sendable () -> Answer
  ) async -> Answer? {
    guard count.add(1, ordering: .relaxed).newValue <= capacity else {
      count.subtract(1, ordering: .relaxed)
      return nil
    }
    let (answers, answer) = AsyncStream<Answer>.makeStream(bufferingPolicy: .bufferingNewest(1))
    queue.async {
      answer.yield(question())
      self.count.subtract(1, ordering: .relaxed)
    }
    return await answers.first(within: limit)
  }
}
