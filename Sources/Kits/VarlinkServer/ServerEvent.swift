package import Varlink

/// What a server tells its caller, which may want to log it.
package enum ServerEvent: Sendable {
  /// A peer was turned away; without credentials it was gone before it could be asked for them.
  case refusedPeer(PeerCredentials?)

  /// A connection was turned away because there were too many.
  case refusedConnection

  /// Connections cannot be accepted, for want of descriptors or memory; it is tried again until they can.
  case acceptFailed(TransportError)

  /// A connection was closed for what its client did, or did not do.
  case droppedClient(TransportError)

  /// A service threw what is no `VarlinkError`; the connection was closed.
  case serviceFailed(method: String, any Error)
}
