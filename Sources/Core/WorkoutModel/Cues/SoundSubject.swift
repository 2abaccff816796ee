/// What can be given a sound of its own: the start of a kind of interval, or a cue.
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
