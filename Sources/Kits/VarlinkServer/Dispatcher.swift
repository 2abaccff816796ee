import JSON
package import Varlink

/// Finds the interface that answers a call, and validates the call against the description of that interface.
package struct Dispatcher: Sendable {
  /// A method of an interface.
  private struct Method: Sendable {
    let interface: any VarlinkInterface
    let name: String
    let fullName: String
    let isStreaming: Bool
  }

  private let interfaces: [String]
  /// The methods of all interfaces.
  ///
  /// The names in a call are compared with the names in this array by their bytes. A dictionary would normalize the
  /// names in the call, which takes quadratic time for some texts.
  private let methods: [Method]

  /// Makes a dispatcher for `org.varlink.service` and for other interfaces, which must have different names.
  package init(identity: ServiceIdentity, interfaces others: [any VarlinkInterface]) {
    let interfaces = [ServiceInterface(identity: identity, others: others.map(\.description))] + others
    self.interfaces = interfaces.map(\.description.name)
    precondition(Set(self.interfaces).count == interfaces.count, "two interfaces have the same name")
    methods = interfaces.flatMap { interface in
      interface.description.methods.keys.map { name in
        Method(
          interface: interface, name: name, fullName: "\(interface.description.name).\(name)",
          isStreaming: interface.streamingMethods.contains(name))
      }
    }
  }

  /// Validates a call and answers it.
  ///
  /// - Throws: `VarlinkError` for a call that does not match a description; otherwise, any error of the interface.
  package func answer(_ call: Call) async throws -> Answer {
    guard let method = methods.first(where: { $0.fullName.utf8.elementsEqual(call.method.utf8) }) else {
      throw interfaces.contains(where: { $0.utf8.elementsEqual(call.interface.utf8) })
        ? VarlinkError.methodNotFound(call.method) : .interfaceNotFound(call.interface)
    }
    try method.interface.description.validate(parameters: call.parameters, of: method.name)
    guard call.more || !method.isStreaming else { throw VarlinkError.expectedMore }
    // No method changes the protocol of the connection. After an error, the protocol stays the same.
    guard !call.upgrade else { throw VarlinkError.methodNotImplemented(call.method) }
    return try await method.interface.answer(call)
  }
}

/// The identity of a service, as `org.varlink.service.GetInfo` returns it.
package struct ServiceIdentity: Equatable, Sendable {
  package let vendor: String
  package let product: String
  package let version: String
  package let url: String

  package init(vendor: String, product: String, version: String, url: String) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
  }
}

/// The interface `org.varlink.service`, which every server has.
///
/// The interface returns the identity of the server, and the descriptions of the server's interfaces.
struct ServiceInterface: VarlinkInterface {
  /// The declaration that the Varlink protocol requires.
  static let declaration = InterfaceDescription(
    builtIn: """
      # The interface that every Varlink service provides. It describes the
      # service and its interfaces.
      interface org.varlink.service

      # Returns information about the service, and the names of its interfaces.
      method GetInfo() -> (
        vendor: string,
        product: string,
        version: string,
        url: string,
        interfaces: []string
      )

      # Returns the description of an interface of the service.
      method GetInterfaceDescription(interface: string) -> (description: string)

      # The service does not have the interface.
      error InterfaceNotFound (interface: string)

      # The interface does not have the method.
      error MethodNotFound (method: string)

      # The interface declares the method, but the service does not implement it.
      error MethodNotImplemented (method: string)

      # A parameter is missing, has the wrong type, or is not declared.
      error InvalidParameter (parameter: string)

      # The client is not allowed to call the method.
      error PermissionDenied ()

      # The method may reply more than once, so it must be called with "more".
      error ExpectedMore ()

      """)

  let identity: ServiceIdentity
  /// The other interfaces of the server.
  let others: [InterfaceDescription]

  var description: InterfaceDescription { Self.declaration }

  func answer(_ call: Call) throws -> Answer {
    switch call.member {
    case "GetInfo":
      return .single([
        "vendor": .string(identity.vendor),
        "product": .string(identity.product),
        "version": .string(identity.version),
        "url": .string(identity.url),
        "interfaces": .array(([description] + others).map { .string($0.name) }),
      ])
    case "GetInterfaceDescription":
      let name = call.parameters["interface"]?.string ?? ""
      guard let interface = ([description] + others).first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
        throw VarlinkError.interfaceNotFound(name)
      }
      return .single(["description": .string(interface.text)])
    default:
      throw VarlinkError.methodNotImplemented(call.method)
    }
  }
}
