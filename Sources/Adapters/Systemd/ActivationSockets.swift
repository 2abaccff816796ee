import CSystemd
import Glibc

/// The listening sockets that the service manager opened for this process (socket activation).
package enum ActivationSockets {
  /// Takes ownership of the sockets, and returns their descriptors in the order of the socket unit.
  ///
  /// The result is empty if the manager passed no descriptors. The descriptors are close-on-exec. The paths of the
  /// sockets belong to the manager and must not be unlinked. The variables that announce the sockets are removed from
  /// the environment, so that child processes do not use them. The function must be called once, before other threads
  /// exist. Wraps `sd_listen_fds(3)` and `sd_is_socket_unix(3)`.
  ///
  /// - Throws: `socketsUnreadable` if `sd_listen_fds` fails; `socketUnsuitable` if a descriptor is not a
  ///   listening Unix stream socket.
  package static func take() throws(SystemdError) -> [CInt] {
    let count = sd_listen_fds(1)
    guard count >= 0 else { throw SystemdError(.socketsUnreadable, errno: -count, subject: "LISTEN_FDS") }
    let descriptors = Array(SD_LISTEN_FDS_START..<SD_LISTEN_FDS_START + count)
    for descriptor in descriptors {
      // A null path matches every path.
      let result = sd_is_socket_unix(descriptor, CInt(SOCK_STREAM.rawValue), 1, nil, 0)
      guard result > 0 else {
        throw SystemdError(.socketUnsuitable, errno: max(-result, 0), subject: "descriptor \(descriptor)")
      }
    }
    return descriptors
  }

  /// Closes the connections of clients that wait on these sockets.
  ///
  /// A service that cannot serve the clients calls this function before it exits. If a client were still waiting, the
  /// manager would restart the service at once. Wraps `accept(2)`.
  package static func rejectClients(of descriptors: [CInt]) {
    for descriptor in descriptors {
      guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { continue }
      while case let client = accept(descriptor, nil, nil), client >= 0 { close(client) }
    }
  }
}
