internal import Varlink

/// The interface that every server has: who it is, and what interfaces there are.
struct ServiceInterface: VarlinkInterface {
  /// The declaration that the Varlink protocol prescribes.
  static let declaration = InterfaceDescription(
    builtIn: """
      # What every Varlink service answers.
      interface org.varlink.service

      # Who the service is, and the names of its interfaces.
      method GetInfo() -> (
        vendor: string,
        product: string,
        version: string,
        url: string,
        interfaces: []string
      )

      # The description of an interface.
      method GetInterfaceDescription(interface: string) -> (description: string)

      # The service has no such interface.
      error InterfaceNotFound (interface: string)

      # The interface has no such method.
      error MethodNotFound (method: string)

      # The interface has the method, and the service does not.
      error MethodNotImplemented (method: string)

      # A parameter is missing, ill-typed or not declared.
      error InvalidParameter (parameter: string)

      # The client may not do this.
      error PermissionDenied ()

      # The method replies more than once and is to be called with "more".
      error ExpectedMore ()

      """)

  let identity: ServiceIdentity
  /// All interfaces of the server but this one.
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
      guard let interface = ([description] + others).first(where: { $0.name == name }) else {
        throw VarlinkError.interfaceNotFound(name)
      }
      return .single(["description": .string(interface.text)])
    default:
      throw VarlinkError.methodNotImplemented(call.method)
    }
  }
}
