import CSystemd
import Glibc

/// The listening sockets that a service manager opened on behalf of this process.
package enum HandedOverSockets {
  /// Takes the descriptors over, in the order of the socket unit; empty where none were handed over.
  ///
  /// The caller owns the descriptors, which are close-on-exec, and never unlinks their paths: those are the manager's.
  /// The variables that announce them leave the environment, lest a child process believes that they are meant for it;
  /// so call this once, before there are other threads. Wraps `sd_listen_fds(3)` and `sd_is_socket_unix(3)`.
  ///
  /// - Throws: `socketsUnreadable`; `socketUnsuitable` for anything but a listening Unix stream socket.
  package static func take() throws(ServiceManagerError) -> [CInt] {
    let count = sd_listen_fds(1)
    guard count >= 0 else { throw ServiceManagerError(.socketsUnreadable, errno: -count, subject: "LISTEN_FDS") }
    let descriptors = Array(SD_LISTEN_FDS_START..<SD_LISTEN_FDS_START + count)
    for descriptor in descriptors {
      // A null path stands for any.
      let result = sd_is_socket_unix(descriptor, CInt(SOCK_STREAM.rawValue), 1, nil, 0)
      guard result > 0 else {
        throw ServiceManagerError(.socketUnsuitable, errno: max(-result, 0), subject: "descriptor \(descriptor)")
      }
    }
    return descriptors
  }

  /// Hangs up on the clients that wait on sockets that were taken, for a service that is not going to answer them.
  ///
  /// A client that still waits when the service ends makes the manager start it again at once. Wraps `accept(2)`.
  package static func turnAway(_ descriptors: [CInt]) {
    for descriptor in descriptors {
      guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { continue }
      // The peer's address is not asked for.
      while case let client = accept(descriptor, nil, nil), client >= 0 { close(client) }
    }
  }
}
