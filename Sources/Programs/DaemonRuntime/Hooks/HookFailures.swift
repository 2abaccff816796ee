import Synchronization

/// How each hook failed last, so that one that fails at every cue is told once.
final class HookFailures: Sendable {
  /// A hook's place in the configuration.
  private struct Position: Hashable {
    let cue: String
    let position: Int
  }

  private struct Ending: Equatable {
    let program: String
    let failure: HookFailure

    /// Whether both are the same, whatever the words are for why a program could not be started: they may name what is
    /// another one each time.
    func isLike(_ other: Ending) -> Bool {
      if case (.notStarted, .notStarted) = (failure, other.failure) { program == other.program } else { self == other }
    }
  }

  private let last = Mutex<[Position: Ending]>([:])

  /// Takes note of how a call ended, nil meaning well; says whether that is a failure, and not the same as before.
  ///
  /// What took too long is none either behind `hold`, as it is what there were too many of.
  func isNews(_ failure: HookFailure?, of call: HookCall) -> Bool {
    let place = Position(cue: call.cue, position: call.position)
    let ending = failure.map { Ending(program: call.program, failure: $0) }
    return last.withLock { last in
      defer { last[place] = ending }
      guard let ending else { return false }
      return last[place].map { !ending.isLike($0) } ?? true
    }
  }

  /// Takes note that calls like one were told to be too many, and so to take too long.
  func hold(_ call: HookCall) {
    last.withLock { last in
      last[Position(cue: call.cue, position: call.position)] = Ending(program: call.program, failure: .timedOut)
    }
  }
}
