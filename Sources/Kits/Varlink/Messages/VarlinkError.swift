/// An error that travels: what a method replies in place of its result.
package struct VarlinkError: Error, Equatable, Sendable {
  /// The name with its interface, like `org.varlink.service.MethodNotFound`.
  package let name: String
  package let parameters: JSONValue.Object

  package init(_ name: String, _ parameters: JSONValue.Object = [:]) {
    self.name = name
    self.parameters = parameters
  }
}

/// The errors that every service may reply, declared by `org.varlink.service`.
extension VarlinkError {
  package static func interfaceNotFound(_ interface: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": .string(interface)])
  }

  /// There is no such method; the name is given as the call gave it.
  package static func methodNotFound(_ method: String) -> VarlinkError {
    VarlinkError("org.varlink.service.MethodNotFound", ["method": .string(method)])
  }

  /// The interface declares the method, and this service does not have it.
  package static func methodNotImplemented(_ method: String) -> VarlinkError {
    VarlinkError("org.varlink.service.MethodNotImplemented", ["method": .string(method)])
  }

  /// A parameter is missing, ill-typed or not declared; the path leads to it by dots, like `status.rounds.0.number`.
  package static func invalidParameter(_ path: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InvalidParameter", ["parameter": .string(path)])
  }

  package static let permissionDenied = VarlinkError("org.varlink.service.PermissionDenied")

  /// The method streams, and was called without `more`.
  package static let expectedMore = VarlinkError("org.varlink.service.ExpectedMore")
}
