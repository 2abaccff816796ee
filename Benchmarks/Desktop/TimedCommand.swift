import TestSupport

/// A command line, and how long it takes.
struct TimedCommand {
  let words: [String]
  let environment: [String: String]

  /// Milliseconds from before it is started to when it has been waited for.
  ///
  /// - Throws: `CommandFailed` where it does not end with status 0.
  func time() async throws -> Double {
    let start = MonotonicClock.nanoseconds
    try await run()
    return Double(MonotonicClock.nanoseconds - start) / 1e6
  }

  func run() async throws {
    let status = try Spawned(words, environment: environment).wait()
    guard status == 0 else { throw CommandFailed(command: words.joined(separator: " "), status: status) }
  }
}

/// A command that did not do what it was run for.
struct CommandFailed: Error {
  let command: String
  let status: Int32
}
