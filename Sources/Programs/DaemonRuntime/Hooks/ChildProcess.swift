import CLinux
import Glibc
import SystemPackage

/// A child process with its own session, and with a pipe for its output.
///
/// swift-subprocess is not used, because it runs on Swift's default executor. That executor wakes an idle daemon once a
/// second, and ends the daemon if no descriptor is free.
final class ChildProcess {
  /// The number of the process, which is also the number of its process group.
  let number: pid_t
  /// The read end of the pipe for standard output and standard error.
  let output: FileDescriptor
  /// A descriptor that becomes readable when the process ends; see pidfd_open(2).
  let end: FileDescriptor

  /// The exit code of a process, or the signal that ended it.
  enum Status: Equatable {
    case exited(CInt)
    case signalled(CInt)
  }

  /// Starts a program with an empty standard input and the default handling of all signals; see posix_spawn(3).
  ///
  /// - Parameters:
  ///   - program: The absolute path of the program.
  ///   - arguments: The arguments after the name of the program.
  ///   - environment: The complete environment.
  ///   - folder: The working folder; nil for the working folder of this process.
  /// - Throws: The error of the system call that failed, such as `ENOENT` for a missing folder.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String?
  ) throws(Errno) {
    let input: FileDescriptor
    (output, input) = try FileDescriptor.pipe(options: .closeOnExec)
    defer { try? input.close() }
    do throws(Errno) {
      number = try Self.spawn(program, arguments, environment: environment, folder: folder, output: input)
    } catch {
      try? output.close()
      throw error
    }
    let end = intervald_pidfd_open(number, 0)
    guard end >= 0 else {
      let error = Errno(rawValue: errno)
      try? output.close()
      kill(-number, SIGKILL)
      // The process has received SIGKILL, so this wait is short.
      waitpid(number, nil, 0)
      throw error
    }
    self.end = FileDescriptor(rawValue: end)
  }

  deinit {
    for descriptor in [output, end] { try? descriptor.close() }
  }

  /// Sends a signal to all processes in the group of the process; see kill(2).
  ///
  /// `send` must not be called after `wait`, because the number may then belong to another process.
  func send(_ signal: CInt) {
    kill(-number, signal)
  }

  /// Waits for the end of the process, and returns its status; see waitpid(2).
  func wait() -> Status {
    var status: CInt = 0
    // `status` outlives the call.
    while unsafe waitpid(number, &status, 0) < 0, errno == EINTR {}
    // These expressions are the macros of wait(2), which Swift does not import.
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
  }

  private static func spawn(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String?, output: FileDescriptor
  ) throws(Errno) -> pid_t {
    // All variables outlive the calls that use them. The calls before `posix_spawn` fail only for a lack of memory.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for stream in [STDOUT_FILENO, STDERR_FILENO] {
      unsafe posix_spawn_file_actions_adddup2(&actions, output.rawValue, stream)
    }
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    if let folder { unsafe posix_spawn_file_actions_addchdir_np(&actions, folder) }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, CShort(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var argumentStrings = unsafe cStrings([program] + arguments)
    var variableStrings = unsafe cStrings(environment.map { "\($0)=\($1)" })
    defer { unsafe (argumentStrings + variableStrings).forEach { unsafe free($0) } }
    var number: pid_t = 0
    let error = unsafe posix_spawn(&number, program, &actions, &attributes, &argumentStrings, &variableStrings)
    guard error == 0 else { throw Errno(rawValue: error) }
    return number
  }

  /// Copies texts as C strings, which the caller frees, and appends a null pointer.
  private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe texts.map { unsafe strdup($0) } + [nil]
  }
}
