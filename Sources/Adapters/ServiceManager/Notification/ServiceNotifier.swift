/// The way to tell a service manager how the service stands.
package protocol ServiceNotifier: Sendable {
  /// Tells all of `states` in one message, so that nobody sees one without the others.
  ///
  /// The call may wait on the manager's socket: not for a thread that keeps a beat.
  ///
  /// - Throws: `notNotified`. That no service manager is there is no error.
  func notify(_ states: [ServiceState]) throws(ServiceManagerError)

  /// Tells all of `states` in one message if that takes no waiting.
  ///
  /// - Returns: whether it is done; false also where it is best left to `notify`.
  func notifyAtOnce(_ states: [ServiceState]) throws(ServiceManagerError) -> Bool
}

extension ServiceNotifier {
  /// Tells all of `states` in one message, so that nobody sees one without the others.
  ///
  /// - Throws: `notNotified`. That no service manager is there is no error.
  package func notify(_ states: ServiceState...) throws(ServiceManagerError) {
    try notify(states)
  }
}
