/// What the daemon's end means, in the numbers of sysexits.h.
package enum ExitStatus: Int32, Sendable {
  case success = 0
  /// EX_UNAVAILABLE: another instance runs, or the socket cannot be had.
  case unavailable = 69
  /// EX_CONFIG: the settings or the environment are no good; starting again would not help.
  case configuration = 78
}
