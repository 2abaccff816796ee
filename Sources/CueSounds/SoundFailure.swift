import Neighbours

/// Why sounds cannot be played.
package struct SoundFailure: NeighbourFailure, CustomStringConvertible {
  package enum Code: Equatable, Sendable {
    /// There is no sound server, or no driver for it.
    case noOutput
    /// The sound theme has not got the sound.
    case noSuchSound
    /// Anything else.
    case failed
  }

  package var code: Code
  /// The library's own words, or none.
  package var context: String

  package init(_ code: Code, context: String = "") {
    self.code = code
    self.context = context
  }

  package var description: String {
    let words =
      switch code {
      case .noOutput: "no sound server, or no driver for it"
      case .noSuchSound: "the sound theme lacks a sound"
      case .failed: "the sound could not be played"
      }
    return context.isEmpty ? words : "\(words): \(context)"
  }
}
