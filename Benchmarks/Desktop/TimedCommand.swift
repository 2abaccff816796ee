import TestSupport

/// Command line whose duration is measured.
struct TimedCommand {
  let words: [String]
  let environment: [String: String]

  /// Runs the command to its end.
  ///
  /// - Returns: the times before its start and after its end, in nanoseconds.
  /// - Throws: `CommandFailed` if its status is not 0.
  @discardableResult func run() async throws -> (start: Int, end: Int) {
    try await onOwnThread {
      let start = MonotonicClock.nanoseconds
      let status = try Spawned(words, environment: environment).usage().status
      let end = MonotonicClock.nanoseconds
      guard status == 0 else { throw CommandFailed(command: words.joined(separator: " "), status: status) }
      return (start, end)
    }
  }

  /// Measures commands in several rounds after a first one, in milliseconds.
  ///
  /// The commands run in turn, so that other load on the machine affects all of them.
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
