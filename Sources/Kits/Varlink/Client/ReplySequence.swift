/// The replies to a streaming call, each taken from the socket only when it is asked for.
///
/// Iterating throws what `Client.call` throws. Cancelling the task that iterates ends the connection.
package struct ReplySequence: AsyncSequence, Sendable {
  package typealias Element = JSONValue.Object

  let client: Client
  let call: Call

  package func makeAsyncIterator() -> Iterator {
    Iterator(client: client, call: call)
  }

  /// A position in the replies.
  package struct Iterator: AsyncIteratorProtocol {
    private enum State {
      /// The call is yet to be made.
      case ready
      /// Its last reply is yet to come.
      case streaming
      case ended
    }

    private let client: Client
    private let call: Call
    private var state = State.ready

    fileprivate init(client: Client, call: Call) {
      self.client = client
      self.call = call
    }

    package mutating func next() async throws -> JSONValue.Object? {
      let reply: Reply
      let call = call
      switch state {
      case .ready:
        state = .ended
        reply = try await client.endingOnCancellation { client throws in try client.begin(call) }
      case .streaming:
        state = .ended
        reply = try await client.endingOnCancellation { client throws in try client.next() }
      case .ended:
        return nil
      }
      let results = try reply.result()
      if reply.continues { state = .streaming }
      return results
    }
  }
}
