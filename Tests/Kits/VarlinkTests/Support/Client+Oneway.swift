@testable import Varlink

extension Client {
  /// Calls a method with `oneway`: nothing comes back, and whether it was done is not known.
  nonisolated func send(_ method: String, _ parameters: JSONValue.Object = [:]) async throws {
    try await endingOnCancellation { client throws in try client.send(Call(method, parameters, oneway: true)) }
  }
}
