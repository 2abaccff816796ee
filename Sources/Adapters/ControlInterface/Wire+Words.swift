extension Wire {
  /// A word of a set that grows: a client passes over those that it does not know.
  package protocol Word: RawRepresentable<String>, Codable, Sendable, Hashable, ExpressibleByStringLiteral {
    init(rawValue: String)
  }

  /// What an event tells.
  package struct EventWord: Word {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let state: Self = "state"
    package static let cue: Self = "cue"
    package static let finished: Self = "finished"
    package static let stopped: Self = "stopped"
  }

  /// What a cue is for.
  package struct CueWord: Word {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let leadIn: Self = "leadIn"
    package static let start: Self = "start"
    package static let countdown: Self = "countdown"
    package static let next: Self = "next"
    package static let halfway: Self = "halfway"
    package static let last: Self = "last"
    package static let lastRound: Self = "lastRound"
    package static let split: Self = "split"
    package static let remaining: Self = "remaining"
    package static let finish: Self = "finish"
    package static let paused: Self = "paused"
    package static let resumed: Self = "resumed"
    package static let stopped: Self = "stopped"
  }

  /// What paused a workout.
  package struct PauseWord: Word {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let user: Self = "user"
    package static let sleep: Self = "sleep"
    /// A gap between two daemons that was too long to go on over.
    package static let restart: Self = "restart"
  }

  /// How something was found.
  package struct VerdictWord: Word {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let ok: Self = "ok"
    /// It works less well than it could.
    package static let warning: Self = "warning"
    /// It does not work.
    package static let fault: Self = "fault"
    /// It is switched off by the settings, or not there and not needed.
    package static let unused: Self = "unused"
    /// It could not be asked.
    package static let unknown: Self = "unknown"
  }
}

extension Wire.Word {
  package init(stringLiteral value: String) { self.init(rawValue: value) }
}
