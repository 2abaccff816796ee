package import ToneSynthesis

/// Where a sound comes from.
package enum SoundSource: Hashable, Sendable {
  /// One of the program's own, which are a sound theme called `intervald`.
  case own(CueSound)
  /// One of the person's sound theme, by its name there, such as `bell`.
  case theme(String)
  /// A file, by its absolute path.
  case file(String)
}

extension SoundSource: CustomStringConvertible {
  /// The sound as a person would call it: `run`, `bell`, `/home/ada/bell.oga`.
  package var description: String {
    switch self {
    case .own(let sound): sound.rawValue
    case .theme(let name): name
    case .file(let path): path
    }
  }
}
