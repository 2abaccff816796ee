import Text
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

extension Settings {
  /// The hooks of cues that use the channel `hook`.
  func hooks(of rules: CueRules) -> [Hook] { hooks.filter { rules.channels[$0.cue]?.contains(.hook) == true } }
}

extension [Hook] {
  /// Sentences about the programs that cannot be run, each with the reason and a hint; the order is the order of the
  /// settings.
  ///
  /// `home` is the user's home folder.
  func warnings(of failures: [String: HookFailure], home: String?) -> [String] {
    broken(failures).map { program, cues, failure in
      let hint = failure.hint(for: program, home: home).remedySentence
      return "The hook \(program) at \(cues.listed("and")) does not run: \(failure). \(hint)"
    }
  }

  /// The programs that cannot be run, without repetition, with the names of their cues.
  fileprivate func broken(
    _ failures: [String: HookFailure]
  ) -> [(program: String, cues: [String], failure: HookFailure)] {
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
  ///
  /// Permissions outside the home folder of the user are not the user's to change, so the hint only shows them.
  fileprivate func hint(for program: String, home: String?) -> String {
    switch self {
    case .notExecutable:
      let isOwn = home.map { $0 != "/" && program.hasPrefix("\($0)/") } ?? false
      return isOwn
        ? "make it executable: chmod u+x \(program.shellWord)" : "see its permissions: ls -l \(program.shellWord)"
    case .folder, .notRegular: return "name a program in intervald.conf, then: intervalctl reload"
    default: return "correct the path in intervald.conf, then: intervalctl reload"
    }
  }
}

extension Report.Finding {
  /// The finding about the programs of hooks.
  ///
  /// - Parameters:
  ///   - failures: The programs that cannot be run; nil if the check exceeded its time limit.
  ///   - hooks: The hooks that the settings use.
  ///   - home: The user's home folder.
  /// - Returns: the finding, with a detail line for each program that cannot be run.
  static func hooks(_ failures: [String: HookFailure]?, of hooks: [Hook], home: String?) -> Self {
    guard !hooks.isEmpty else { return Self("hooks", .unused, "no cue has a hook") }
    guard let failures else { return Self("hooks", .unknown, "the file system of the programs does not respond") }
    let broken = hooks.broken(failures)
    guard let first = broken.first else {
      let count = Set(hooks.map(\.program)).count
      return Self("hooks", .ok, count == 1 ? "the program can be run" : "all \(count) programs can be run")
    }
    guard broken.count > 1 else {
      return Self(
        "hooks", .warning,
        "programs cannot be run: \(first.program) at \(first.cues.listed("and")) (\(first.failure))",
        remedy: first.failure.hint(for: first.program, home: home))
    }
    return Self(
      "hooks", .warning, "\(broken.count) programs cannot be run",
      details: broken.map {
        "\($0.program) at \($0.cues.listed("and")): \($0.failure); \($0.failure.hint(for: $0.program, home: home))"
      })
  }
}
