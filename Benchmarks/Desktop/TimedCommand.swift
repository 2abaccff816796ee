import TestSupport

/// A command line, and how long it takes.
struct TimedCommand {
  let words: [String]
  let environment: [String: String]

  /// Runs it to its end.
  ///
  /// - Returns: The times before it is started and when it has been waited for, in nanoseconds.
  /// - Throws: `CommandFailed` where it does not end with status 0.
  @discardableResult func run() async throws -> (start: Int, end: Int) {
    try await onOwnThread {
      let start = MonotonicClock.nanoseconds
      let status = try Spawned(words, environment: environment).usage().status
      let end = MonotonicClock.nanoseconds
      guard status == 0 else { throw CommandFailed(command: words.joined(separator: " "), status: status) }
      return (start, end)
    }
  }

  /// How many milliseconds each of some takes, so many times, behind a first one.
  ///
  /// They have their turns, so that what the machine does meanwhile is met by all.
  static func times(of commands: [TimedCommand], rounds: Int) async throws -> [Sample] {
    var times = commands.map { _ in [Double]() }
    for round in 0...rounds {
      for (index, command) in commands.enumerated() {
        let (start, end) = try await command.run()
        if round > 0 { times[index].append(Double(end - start) / 1e6) }
      }
    }
    return times.map { Sample($0) }
  }
}
