import Text
import WorkoutEngine
import WorkoutModel
import WorkoutReports

extension Settings {
  /// The hooks of cues that use the channel `hook`.
  func hooks(of rules: CueRules) -> [Hook] { hooks.filter { rules.channels[$0.cue]?.contains(.hook) == true } }
}

extension [Hook] {
  /// Sentences about the programs that cannot be run, each with the reason and a hint; the order is the order of the
  /// settings.
  func warnings(of failures: [String: HookFailure]) -> [String] {
    broken(failures).map { program, cues, failure in
      "The hook \(program) at \(cues.listed("and")) does not run: \(failure). \(failure.hint(for: program).capitalizedFirst)."
    }
  }

  /// The programs that cannot be run, without repetition, with the names of their cues.
  fileprivate func broken(_ failures: [String: HookFailure]) -> [(program: String, cues: [String], HookFailure)] {
    var seen: Set<String> = []
    return compactMap { hook in
      guard let failure = failures[hook.program], seen.insert(hook.program).inserted else { return nil }
      var cues: [String] = []
      for other in self where other.program == hook.program && !cues.contains(other.cue.rawValue) {
        cues.append(other.cue.rawValue)
      }
      return (hook.program, cues, failure)
    }
  }
}

extension HookFailure {
  /// The remedy for a program that cannot be run.
  fileprivate func hint(for program: String) -> String {
    self == .notFound
      ? "correct the path in intervald.conf, then: intervalctl reload"
      : "make it executable: chmod u+x \(program.shellWord)"
  }
}

extension Report.Finding {
  /// The finding about the programs of hooks; `failures` contains the programs that cannot be run.
  static func hooks(_ failures: [String: HookFailure], of hooks: [Hook]) -> Self {
    guard !hooks.isEmpty else { return Self("hooks", .unused, "no cue has a hook") }
    let broken = hooks.broken(failures)
    guard let first = broken.first else {
      let count = Set(hooks.map(\.program)).count
      return Self("hooks", .ok, count == 1 ? "the program can be run" : "all \(count) programs can be run")
    }
    let list = broken.map { "\($0.program) at \($0.cues.listed("and")) (\($0.2))" }
    return Self(
      "hooks", .warning, "programs cannot be run: \(list.joined(separator: ", "))",
      remedy: first.2.hint(for: first.program))
  }
}
