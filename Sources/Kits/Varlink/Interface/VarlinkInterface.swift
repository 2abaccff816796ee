/// An interface as a server offers it: its description, and the answers to its calls.
package protocol VarlinkInterface: Sendable {
  var description: InterfaceDescription { get }

  /// The methods, without the interface's name, that answer with a stream; without `more` they get `ExpectedMore`.
  var streamingMethods: Set<String> { get }

  /// Answers a call whose method the description declares and whose parameters fit the declaration.
  ///
  /// Calls of one connection come one after the other, those of different connections at the same time. The task is
  /// cancelled when the server stops, and must end soon then.
  /// - Throws: `VarlinkError` for what the client is to be told. Anything else is a fault in the service: the client is
  ///   told nothing, its connection is closed, and the server reports the error to its caller.
  func answer(_ call: Call) async throws -> Answer
}

extension VarlinkInterface {
  package var streamingMethods: Set<String> { [] }
}

/// What a service answers to a call.
package enum Answer: Sendable {
  /// The results.
  case single(JSONValue.Object)

  /// Replies as they come, every one but the last with `continues`.
  ///
  /// The sequence is read as fast as it produces and never waits for the client; its task is cancelled when the client
  /// is gone. One that ends without a last reply ends the connection; a `VarlinkError` that it throws is the last
  /// reply.
  case stream(any AsyncSequence<EncodedReply, any Error> & Sendable)
}
