/// A sound by which a cue is known.
package enum CueSound: CaseIterable, Equatable, Sendable {
  /// Something faster begins.
  case fast
  /// Something slower begins.
  case slow
  case finish

  /// The name in the sound theme.
  ///
  /// Chosen by measure among the sounds of the freedesktop theme, from which other themes inherit: a bright
  /// chime (2.6 kHz, 0.9 s), a low steady tone (425 Hz, 1.1 s), and the alarm clock, the only long one (5.6 s). The pair
  /// made for plugging in and out rises and falls so nicely, but is too soft, and at 150 to 310 Hz too low, for a room
  /// with a treadmill.
  package var eventID: String {
    switch self {
    case .fast: "complete"
    case .slow: "phone-outgoing-calling"
    case .finish: "alarm-clock-elapsed"
    }
  }
}
