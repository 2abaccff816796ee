import TerminalUI
import FoundationEssentials
import Glibc
import Varlink
import ControlInterface

/// Where the program was started: its environment, and the streams that it talks on.
struct Console: Sendable {
  let environment: [String: String]
  /// For results.
  let output: TextStream
  /// For messages.
  let messages: TextStream

  static let standard = Console(environment: ProcessInfo.processInfo.environment)

  private init(environment: [String: String]) {
    self.environment = environment
    output = TextStream(descriptor: STDOUT_FILENO, environment: environment)
    messages = TextStream(descriptor: STDERR_FILENO, environment: environment)
  }
}

extension Console {
  /// Whether a person is there to be asked.
  var isConversation: Bool { isatty(STDIN_FILENO) == 1 && isatty(messages.descriptor) == 1 }
}

extension Console {
  /// A conversation with the daemon, which answers within the timeout.
  ///
  /// Throws `XDGFolders.RuntimeError`; `TransportError` where there is no daemon.
  func connect(timeout: Duration = Client.timeout) async throws -> WorkoutClient {
    try await WorkoutClient.connect(to: ControlSocket(environment: environment), timeout: timeout)
  }
}

extension Console {
  /// Sends the daemon a command, and prints the status that follows.
  func answer(json: Bool, _ call: (WorkoutClient) async throws -> Wire.Status) async throws {
    let status = try await call(connect())
    guard !json else { return try output.writeJSON(status) }
    // Only what led beyond the last interval leaves nothing running.
    try output.writeLine(status.phase == .idle ? "Finished: that was the last interval." : StatusWords(status).sentence)
  }
}
