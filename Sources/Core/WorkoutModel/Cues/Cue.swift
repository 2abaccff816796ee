/// Something that a runner is told in the course of a workout, by its word in the settings.
///
/// They stand in the order of their importance: where two would be in each other's way, the one further up is given.
package enum Cue: String, CaseIterable, Codable, Sendable {
  /// The plan came to its end.
  case finish
  /// The workout was ended before.
  case stopped
  case paused
  case resumed
  /// The last interval, or the last round of the outermost repeat, begins.
  case last
  /// An interval begins; with a belt lag that is told so much before.
  case start
  /// The countdown before the first interval begins.
  case leadIn = "lead-in"
  /// So many whole seconds are left of an interval, or of the lead-in.
  case countdown
  /// What follows, shortly before it does.
  case next
  /// Half of an interval, or of the workout, is over.
  case halfway
  /// Another whole mile or kilometre has been covered, by estimate.
  case split
  /// How much is left of the workout, every so often.
  case remaining

  /// Whether the cue comes with a change of what there is to do, rather than in the middle of an interval.
  package var isTransition: Bool {
    switch self {
    case .finish, .stopped, .paused, .resumed, .last, .start, .leadIn: true
    case .countdown, .next, .halfway, .split, .remaining: false
    }
  }
}

extension Cue: Comparable {
  /// Whether the left one is less important.
  package static func < (left: Cue, right: Cue) -> Bool { left.rank > right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
