import JSON

@testable import Varlink

extension Client {
  /// Calls a method with `oneway`, and does not wait for a reply.
  nonisolated func send(_ method: String, _ parameters: JSONValue.Object = [:]) async throws {
    try await endingOnCancellation { client throws in try client.send(Call(method, parameters, oneway: true)) }
  }
}
