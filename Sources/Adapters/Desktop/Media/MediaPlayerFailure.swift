package import Concurrency
import MessageBus
import Text

/// Why the media player cannot be visible.
package typealias MediaPlayerFailure = CodedFailure<MediaPlayerFailureCode>

/// The kinds of `MediaPlayerFailure`.
package enum MediaPlayerFailureCode: FailureCode {
  /// There is no session bus, or it has gone.
  case noSessionBus
  /// Somebody else has the name on the bus.
  case nameTaken
  /// The bus is there, and hangs.
  case notResponding
  /// The bus answered with an error.
  case refused
  /// The process has no descriptor left for a call.
  case noDescriptor

  package var words: String {
    switch self {
    case .noSessionBus: "no session bus"
    case .nameTaken: "another program has the media player's name"
    case .notResponding: "the session bus does not respond"
    case .refused: "the session bus refused"
    case .noDescriptor: "no descriptor is left"
    }
  }
}

extension CodedFailure<MediaPlayerFailureCode> {
  /// Converts a failure of the bus.
  init(_ error: BusError) {
    let code: MediaPlayerFailureCode =
      switch error.code {
      case .busUnusable: .noSessionBus
      case .notResponding: .notResponding
      case .noService, .refused: .refused
      case .noDescriptor: .noDescriptor
      }
    self.init(code, context: error.reason.preparedForDisplay(keepingLines: false, limit: 200))
  }
}
