/// An interface that a server offers: its description, and the answers to its calls.
package protocol VarlinkInterface: Sendable {
  var description: InterfaceDescription { get }

  /// The methods, without the interface's name, that answer with a stream; without `more` they reply `ExpectedMore`.
  var streamingMethods: Set<String> { get }

  /// Answers a call whose method the description declares, with parameters that match the declaration.
  ///
  /// Calls of one connection come one after the other, calls of different connections at the same time. The task is
  /// cancelled when the server stops, and must end soon after that.
  ///
  /// - Throws: `VarlinkError` for an error that is sent to the client. Any other error closes the connection, and the
  ///   server reports it to its caller.
  func answer(_ call: Call) async throws -> Answer
}

extension VarlinkInterface {
  package var streamingMethods: Set<String> { [] }
}

/// The answer of a service to a call.
package enum Answer: Sendable {
  /// The results of the method.
  case single(JSONValue.Object)

  /// Replies, all but the last of which have `continues` set.
  ///
  /// The sequence is read as fast as it produces, and never waits for the client. Its task is cancelled when the client
  /// leaves. A sequence that ends without a last reply ends the connection; a `VarlinkError` that it throws is the last
  /// reply.
  case stream(any AsyncSequence<EncodedReply, any Error> & Sendable)
}
