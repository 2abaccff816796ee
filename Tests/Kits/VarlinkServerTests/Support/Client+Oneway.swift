@testable import Varlink

extension Client {
  /// Calls a method with `oneway`: there is no reply, and the result is unknown.
  nonisolated func send(_ method: String, _ parameters: JSONValue.Object = [:]) async throws {
    try await endingOnCancellation { client throws in try client.send(Call(method, parameters, oneway: true)) }
  }
}
