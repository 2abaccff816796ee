/// Output that delivers cues, by its word in the settings.
package enum Channel: String, CaseIterable, Codable, Sendable {
  case notification
  case sound
  case voice
  /// Programs that the configuration specifies.
  case hook
}

/// Program that runs on a cue.
package struct Hook: Hashable, Sendable {
  package let cue: Cue
  /// Absolute path of the program.
  package let program: String
  package let arguments: [CueTemplate]

  package init(cue: Cue, program: String, arguments: [CueTemplate]) {
    self.cue = cue
    self.program = program
    self.arguments = arguments
  }
}

/// Use of desktop notifications for a workout, by its word in the settings.
package enum NotifyMode: String, CaseIterable, Sendable {
  /// One notification, replaced at every cue.
  case replace
  /// A new notification at every cue; the one before is closed.
  case each
  /// One notification, replaced only at a change of interval or state.
  case transitions
  case off
}

/// Event with a sound of its own: the start of an interval of a kind, or a cue.
package enum SoundSubject: Hashable, Sendable {
  case kind(Kind)
  case cue(Cue)

  package static let allCases = Kind.allCases.map(Self.kind) + Cue.allCases.map(Self.cue)

  /// The word in the settings.
  package var word: String {
    switch self {
    case .kind(let kind): kind.rawValue
    case .cue(let cue): cue.rawValue
    }
  }
}
