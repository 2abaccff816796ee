/// What the program's end means, in the numbers of sysexits.h; 1 is a no.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  /// The daemon refused, as nothing runs, or something does already; or a sum does not come out.
  case refused = 1
  /// EX_USAGE: the command line makes no sense.
  case usage = 64
  /// EX_DATAERR: a plan is wrong.
  case invalidPlan = 65
  /// EX_NOINPUT: there is no such plan or file.
  case noPlan = 66
  /// EX_UNAVAILABLE: there is no daemon to talk to, or it talks of something else.
  case unavailable = 69
  /// EX_CANTCREAT: a file or plan exists, and is not overwritten.
  case exists = 73
  /// EX_IOERR: what was to be said or saved could not be written.
  case outputFailed = 74
  /// EX_CONFIG: the settings or the environment are wrong.
  case invalidSettings = 78
}
