import CLinux
import Glibc
package import SystemPackage

/// A child process.
///
/// swift-subprocess is not used, because it makes the client 290 KiB larger, and because it runs on Swift's default
/// executor. That executor wakes an idle daemon once a second, and ends the daemon if no descriptor is free.
package final class ChildProcess {
  /// The number of the process.
  private let number: pid_t
  /// The read end of the pipe for standard output; nil if the process inherits its standard output.
  package let output: FileDescriptor?
  /// The read end of the pipe for standard error; nil if standard error has no pipe of its own.
  package let error: FileDescriptor?
  /// A descriptor that becomes readable when the process ends; see pidfd_open(2).
  package let end: FileDescriptor
  /// The argument of kill(2) that signals the process, or all processes of its own group.
  let signalTarget: pid_t

  /// The standard streams of a child.
  package enum Streams: Sendable {
    /// The streams of this process.
    case inherited
    /// An empty input, and one pipe for output and errors.
    case merged
    /// An empty input, and two pipes for output and errors.
    case separate
  }

  /// The process group of a child.
  package enum Group: Sendable {
    /// The group of this process, so that the keys of the terminal signal both processes.
    case shared
    /// A new group in the same session, so that the keys of the terminal do not signal the child.
    case own
    /// A new group in a new session, which has no terminal.
    case ownSession
  }

  /// The exit code of a process, or the signal that ended it.
  package enum Status: Equatable, Sendable {
    case exited(CInt)
    case signalled(CInt)
  }

  /// Starts a program with the default handling of all signals, and without further descriptors; see posix_spawn(3).
  ///
  /// - Parameters:
  ///   - program: A path, or a name that is searched in `PATH`.
  ///   - arguments: The arguments after the name of the program.
  ///   - environment: The complete environment; nil for the environment of this process.
  ///   - folder: The working folder; nil for the working folder of this process.
  ///   - streams: The standard streams of the program.
  ///   - group: The process group of the program.
  /// - Throws: The error of the system call that failed, such as `ENOENT` for a missing folder.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil, folder: String? = nil,
    streams: Streams, group: Group
  ) throws(Errno) {
    let pipes = try Pipes(streams)
    defer { pipes.closeWriters() }
    do throws(Errno) {
      number = try Self.spawn(
        program, arguments, environment: environment, folder: folder, pipes: pipes, group: group)
    } catch {
      pipes.closeReaders()
      throw error
    }
    signalTarget = group == .shared ? number : -number
    let end = intervald_pidfd_open(number, 0)
    guard end >= 0 else {
      let error = Errno(rawValue: errno)
      pipes.closeReaders()
      kill(signalTarget, SIGKILL)
      // The process has received SIGKILL, so this wait is short.
      waitpid(number, nil, 0)
      throw error
    }
    self.end = FileDescriptor(rawValue: end)
    (output, error) = (pipes.output?.reader, pipes.error?.reader)
  }

  deinit {
    for descriptor in [output, error, end] { try? descriptor?.close() }
  }

  /// Sends a signal to the process and, if the process has its own group, to all processes of that group; see kill(2).
  ///
  /// `send` must not be called after `wait`, because the number may then belong to another process.
  package func send(_ signal: CInt) {
    kill(signalTarget, signal)
  }

  /// Waits for the end of the process, and returns its status; see waitpid(2).
  package func wait() -> Status {
    var status: CInt = 0
    // `status` outlives the call.
    while unsafe waitpid(number, &status, 0) < 0, errno == EINTR {}
    // These expressions are the macros of wait(2), which Swift does not import.
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
  }

  private static func spawn(
    _ program: String, _ arguments: [String], environment: [String: String]?, folder: String?, pipes: Pipes,
    group: Group
  ) throws(Errno) -> pid_t {
    // All variables outlive the calls that use them. The calls before `posix_spawnp` fail only for a lack of memory.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let output = pipes.output {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, output.writer.rawValue, STDOUT_FILENO)
      unsafe posix_spawn_file_actions_adddup2(&actions, (pipes.error ?? output).writer.rawValue, STDERR_FILENO)
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
      &attributes, CShort(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group.spawnFlag))

    var argumentStrings = unsafe cStrings([program] + arguments)
    var variableStrings = unsafe cStrings(environment?.map { "\($0)=\($1)" } ?? [])
    defer { unsafe (argumentStrings + variableStrings).forEach { unsafe free($0) } }
    var number: pid_t = 0
    let error =
      environment == nil
      ? unsafe posix_spawnp(&number, program, &actions, &attributes, &argumentStrings, intervald_environment())
      : unsafe posix_spawnp(&number, program, &actions, &attributes, &argumentStrings, &variableStrings)
    guard error == 0 else { throw Errno(rawValue: error) }
    return number
  }

  /// Copies texts as C strings, which the caller frees, and appends a null pointer.
  private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe texts.map { unsafe strdup($0) } + [nil]
  }
}

extension ChildProcess.Group {
  /// The flag of posix_spawnattr_setflags(3).
  fileprivate var spawnFlag: CInt {
    switch self {
    case .shared: 0
    case .own: CInt(POSIX_SPAWN_SETPGROUP)
    case .ownSession: CInt(POSIX_SPAWN_SETSID)
    }
  }
}

/// The pipes between a child and this process.
private struct Pipes {
  typealias Pipe = (reader: FileDescriptor, writer: FileDescriptor)

  /// The pipe for standard output; nil if the child inherits all streams.
  let output: Pipe?
  /// The pipe for standard error; nil if standard error uses the pipe for standard output, or is inherited.
  let error: Pipe?

  init(_ streams: ChildProcess.Streams) throws(Errno) {
    guard streams != .inherited else {
      (output, error) = (nil, nil)
      return
    }
    let output = try Self.open()
    do throws(Errno) {
      error = streams == .separate ? try Self.open() : nil
    } catch {
      for descriptor in [output.reader, output.writer] { try? descriptor.close() }
      throw error
    }
    self.output = output
  }

  private static func open() throws(Errno) -> Pipe {
    let (reader, writer) = try FileDescriptor.pipe(options: .closeOnExec)
    return (reader, writer)
  }

  func closeReaders() {
    for pipe in [output, error] { try? pipe?.reader.close() }
  }

  func closeWriters() {
    for pipe in [output, error] { try? pipe?.writer.close() }
  }
}
