internal import Glibc

/// The process at the other end of a connection: SO_PEERCRED of unix(7).
///
/// The kernel recorded the process when the connection was made.
///
/// The members are the members of the kernel's `struct ucred`, in the same order, so that the kernel can fill in this
/// structure.
package struct PeerCredentials: Equatable, Sendable {
  package let processID: Int32
  package let userID: UInt32
  package let groupID: UInt32

  package init(processID: Int32, userID: UInt32, groupID: UInt32) {
    self.processID = processID
    self.userID = userID
    self.groupID = groupID
  }

  /// Whether the process belongs to the user of this process, or to root.
  package var isOwnUserOrRoot: Bool { userID == 0 || userID == geteuid() }
}
