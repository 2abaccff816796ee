import Concurrency
import Dispatch
import Glibc
import LogHandlers
import Logging
import Systemd

/// Performs the actions in the program's arguments, and stores the state between two actions.
actor Probe {
  private let notifier: any ServiceNotifier
  private let logger: Logger
  private let queue = DispatchQueue(label: "probe")
  private var sockets: [CInt] = []
  private var keepAliveTimer: (any DispatchSourceTimer)?

  init(notifier: any ServiceNotifier) {
    self.notifier = notifier
    // The value is copied before any other code can change the variable.
    let stream = unsafe getenv("JOURNAL_STREAM").map { unsafe String(cString: $0) }
    let handler = LogDestination(journalStream: stream).handler(identifier: "intervald", environment: [:])
    logger = Logger(label: "probe") { _ in handler }
  }

  func perform(_ argument: String) async throws {
    let (word, value) = Self.split(argument)
    switch word {
    case "interval":
      printLine(try SystemdNotifier.watchdogInterval().map { "\($0)" } ?? "none")
    case "keep-alive-forever":
      try keepAlive()
    case "no-descriptor":
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      // The variable outlives the call, and the call only reads the variable.
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    case "log":
      logger.warning("\(value)", metadata: ["workout": "w1", "event": "intervalBegan", "lateness-us": "87"])
    case "sockets":
      sockets = try ActivationSockets.take()
      let announced = unsafe getenv("LISTEN_FDS") != nil || getenv("LISTEN_PID") != nil
      let inherited = sockets.filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 }
      printLine("\(sockets.count) taken, \(announced ? "announced" : "unannounced"), \(inherited.count) inheritable")
    case "answer":
      let connection = accept(sockets[0], nil, nil)
      let words = "answered by \(getpid())\n"
      // The string outlives the call, and the call reads at most the bytes of the string.
      _ = unsafe write(connection, words, words.utf8.count)
      close(connection)
    case "wait":
      try await waitForTermination()
    default:
      try notifier.notify(argument.split(separator: "+").map { try Self.state(String($0)) })
    }
  }

  private func keepAlive() throws {
    guard let interval = try SystemdNotifier.watchdogInterval() else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let half = DispatchTimeInterval.microseconds(Int(interval / .microseconds(1)) / 2)
    timer.schedule(deadline: .now(), repeating: half)
    timer.setEventHandler { [notifier] in try? notifier.notify([.keepAlive]) }
    timer.activate()
    keepAliveTimer = timer
  }

  private func waitForTermination() async throws {
    let signals = await ServiceSignal.received(on: queue)
    logger.info("waiting")
    for await signal in signals {
      guard signal == .hangUp else { break }
      try notifier.notify([.reloading])
      try notifier.notify([.ready, .status("Reloaded once")])
      logger.info("reloaded")
    }
    try notifier.notify([.stopping])
  }

  /// Writes a line to standard output at once, unlike `print`, which buffers it.
  private func printLine(_ words: String) {
    let line = words + "\n"
    // The string outlives the call, and the call reads at most the bytes of the string.
    _ = unsafe write(STDOUT_FILENO, line, line.utf8.count)
  }

  private static func split(_ argument: String) -> (word: String, value: String) {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }

  private static func state(_ argument: String) throws -> ServiceState {
    let (word, value) = split(argument)
    switch word {
    case "ready": return .ready
    case "reloading": return .reloading
    case "stopping": return .stopping
    case "keep-alive": return .keepAlive
    case "status": return .status(value)
    case "watchdog": return .watchdog(Int64(value).flatMap { $0 == 0 ? nil : .microseconds($0) })
    default: throw UnknownArgument(argument: argument)
    }
  }

  private struct UnknownArgument: Error {
    var argument: String
  }
}
