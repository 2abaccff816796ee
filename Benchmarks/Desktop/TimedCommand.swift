import TestSupport

/// A command line, and how long it takes.
struct TimedCommand {
  let words: [String]
  let environment: [String: String]

  /// Milliseconds from before it is started to when it has been waited for.
  ///
  /// - Throws: `CommandFailed` where it does not end with status 0.
  func time() async throws -> Double {
    try await onOwnThread {
      let start = MonotonicClock.nanoseconds
      let status = try Spawned(words, environment: environment).usage().status
      let end = MonotonicClock.nanoseconds
      guard status == 0 else { throw CommandFailed(command: words.joined(separator: " "), status: status) }
      return Double(end - start) / 1e6
    }
  }

  /// How long each of some takes, so many times, behind a first one.
  ///
  /// They have their turns, so that what the machine does meanwhile is met by all.
  static func times(of commands: [TimedCommand], rounds: Int) async throws -> [Sample] {
    var times = commands.map { _ in [Double]() }
    for round in 0...rounds {
      for (index, command) in commands.enumerated() {
        let time = try await command.time()
        if round > 0 { times[index].append(time) }
      }
    }
    return times.map { Sample($0) }
  }
}

/// A command that did not do what it was run for.
struct CommandFailed: Error {
  let command: String
  let status: Int32
}
