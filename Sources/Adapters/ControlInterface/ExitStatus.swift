/// Exit statuses of the daemon and the client, numbered as in sysexits.h; 1 means that a command was refused.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  /// The daemon refused the command, or a calculation has no solution.
  case refused = 1
  /// EX_USAGE: the command line is invalid.
  case usage = 64
  /// EX_DATAERR: a plan or a file is invalid.
  case invalidPlan = 65
  /// EX_NOINPUT: a plan or a file does not exist or cannot be read.
  case noPlan = 66
  /// EX_UNAVAILABLE: the daemon or another required program is not available, the daemon cannot serve its socket, or the
  /// arguments are unknown.
  case unavailable = 69
  /// EX_CANTCREAT: a file or a plan already exists and is not overwritten.
  case exists = 73
  /// EX_IOERR: output or a file could not be written.
  case outputFailed = 74
  /// EX_CONFIG: the settings or the environment are invalid; a restart would fail again.
  case invalidSettings = 78
}
