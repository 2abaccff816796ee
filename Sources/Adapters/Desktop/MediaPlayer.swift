package import Concurrency
import MessageBus
import Text

/// Shows the workout as a media player, so that media keys, headsets, lock screens and phones can control it.
///
/// Only `check` and `shutDown` wait, each up to its time limit.
package protocol MediaPlayer: Sendable {
  /// A stream of the commands that users give to the player; `shutDown` ends the stream.
  ///
  /// Only one reader may use the stream. If too many commands are unread, the oldest commands are dropped.
  var commands: AsyncStream<MediaCommand> { get }

  /// Shows a state, and makes the player visible.
  ///
  /// If the player cannot be made visible, the next call tries again. If several states wait to be shown, only the
  /// latest state is shown.
  func show(_ state: MediaState)

  /// Makes the player invisible.
  func close()

  /// Returns why the player cannot be visible; nil if it is or can be visible.
  func check(within limit: Duration) async -> MediaPlayerFailure?

  /// Makes the player invisible and closes the connection, or abandons the connection after the limit.
  ///
  /// No method may be called afterwards.
  func shutDown(within limit: Duration) async
}

/// A command to a media player; the player may already be in the requested state.
package enum MediaCommand: CaseIterable, Equatable, Sendable {
  case play
  case pause
  case playPause
  case next
  case previous
  case stop
}

/// The state of a workout in the terms of a media player.
package struct MediaState: Equatable, Sendable {
  /// The identifier of the track: any text that is different for each track.
  package var trackID: String
  package var title: String
  package var artist: String?
  package var album: String?
  /// The length of the track; nil if it is unknown.
  package var length: Duration?
  /// The position at the time of `show`; the player advances the position while the track is playing.
  package var position: Duration
  /// Whether the track is playing; false if the track is paused.
  package var isPlaying: Bool
  /// The URL of a picture.
  package var artURL: String?
  package var keys: MediaKeyUse

  package init(
    trackID: String, title: String, artist: String? = nil, album: String? = nil, length: Duration? = nil,
    position: Duration = .zero, isPlaying: Bool = true, artURL: String? = nil,
    keys: MediaKeyUse = .always
  ) {
    self.trackID = trackID
    self.title = title
    self.artist = artist
    self.album = album
    self.length = length
    self.position = position
    self.isPlaying = isPlaying
    self.artURL = artURL
    self.keys = keys
  }
}

/// The condition under which a media player performs the commands of media keys.
///
/// Other commands go to another media player, because a desktop may send the keys to a player that does not want them.
package enum MediaKeyUse: Equatable, Sendable {
  case always
  /// Unless another media player has played since this player became visible.
  case unlessOthersPlay
  case never
}

/// The reason why the media player cannot be visible.
package typealias MediaPlayerFailure = CodedFailure<MediaPlayerFailureCode>

/// The kinds of `MediaPlayerFailure`.
package enum MediaPlayerFailureCode: FailureCode {
  /// The session bus is missing, or the connection to the bus was lost.
  case noSessionBus
  /// Another program owns the player's name on the bus.
  case nameTaken
  /// The bus hangs.
  case notResponding
  /// The bus answered with an error.
  case refused
  /// The process has no free descriptor for a call.
  case noDescriptor

  package var words: String {
    switch self {
    case .noSessionBus: "no session bus"
    case .nameTaken: "another program uses the media player's bus name"
    case .notResponding: "the session bus does not respond"
    case .refused: "the session bus refused"
    case .noDescriptor: "no file descriptor is free"
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
