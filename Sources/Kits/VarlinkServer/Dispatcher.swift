package import Varlink

/// The way from a call to the interface that answers it.
package struct Dispatcher: Sendable {
  private let interfaces: [String: any VarlinkInterface]

  /// Adds `org.varlink.service` to the interfaces, which must have different names.
  package init(identity: ServiceIdentity, interfaces: [any VarlinkInterface]) {
    let service = ServiceInterface(identity: identity, others: interfaces.map(\.description))
    self.interfaces = Dictionary(
      uniqueKeysWithValues: ([service] + interfaces).map { ($0.description.name, $0) })
  }

  /// Answers a call, after holding it against the description of its interface.
  ///
  /// - Throws: `VarlinkError` for what is no fit call; what the interface throws.
  package func answer(_ call: Call) async throws -> Answer {
    guard let interface = interfaces[call.interface] else {
      throw VarlinkError.interfaceNotFound(call.interface)
    }
    guard interface.description.methods[call.member] != nil else {
      throw VarlinkError.methodNotFound(call.method)
    }
    try interface.description.validate(parameters: call.parameters, of: call.member)
    guard call.more || !interface.streamingMethods.contains(call.member) else {
      throw VarlinkError.expectedMore
    }
    return try await interface.answer(call)
  }
}
