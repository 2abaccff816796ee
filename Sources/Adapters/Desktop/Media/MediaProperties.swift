import MessageBus
import Text

/// The properties of the media player's two interfaces: MPRIS 2.2,
/// https://specifications.freedesktop.org/mpris-spec/latest/.
///
/// Of the optional properties LoopStatus, Shuffle, Fullscreen and CanSetFullscreen are left out, as desktops offer
/// buttons for those that are there.
struct MediaProperties: Equatable, Sendable {
  /// The longest title, artist or album, in characters.
  static let textLimit = 120

  let identity: String
  let desktopEntry: String
  /// What is under way, if anything.
  var moment: MediaMoment?

  /// All of `org.mpris.MediaPlayer2`.
  var ofRoot: [String: Variant] {
    [
      "CanQuit": .boolean(false),
      "CanRaise": .boolean(false),
      "HasTrackList": .boolean(false),
      "Identity": .string(identity),
      "DesktopEntry": .string(desktopEntry),
      "SupportedUriSchemes": .strings([]),
      "SupportedMimeTypes": .strings([]),
    ]
  }

  /// All of `org.mpris.MediaPlayer2.Player` but the position, whose changes are told of in another way.
  var ofPlayer: [String: Variant] {
    let status = moment.map { $0.state.isPlaying ? "Playing" : "Paused" } ?? "Stopped"
    let hasTrack = moment != nil
    return [
      "PlaybackStatus": .string(status),
      "Rate": .double(1),
      "MinimumRate": .double(1),
      "MaximumRate": .double(1),
      "Volume": .double(1),
      "Metadata": .dictionary(metadata),
      "CanGoNext": .boolean(hasTrack),
      "CanGoPrevious": .boolean(moment?.state.canGoPrevious ?? false),
      "CanPlay": .boolean(hasTrack),
      "CanPause": .boolean(hasTrack),
      "CanSeek": .boolean(false),
      "CanControl": .boolean(true),
    ]
  }

  /// The position at an instant, in microseconds.
  func position(at instant: SuspendingClock.Instant) -> Int64 {
    (moment?.position(at: instant) ?? .zero).inWholeMicroseconds
  }

  /// The properties of the player that are not as they were.
  func changes(since earlier: Self) -> [String: Variant] {
    let before = earlier.ofPlayer
    return ofPlayer.filter { before[$0.key] != $0.value }
  }

  private var metadata: [String: Variant] {
    guard let state = moment?.state else { return [:] }
    var metadata: [String: Variant] = [
      "mpris:trackid": .objectPath(Self.trackPath(state.trackID)),
      "xesam:title": .string(Self.line(state.title)),
    ]
    if let artist = state.artist { metadata["xesam:artist"] = .strings([Self.line(artist)]) }
    if let album = state.album { metadata["xesam:album"] = .string(Self.line(album)) }
    if let length = state.length { metadata["mpris:length"] = .int64(length.inWholeMicroseconds) }
    if let artURL = state.artURL { metadata["mpris:artUrl"] = .string(artURL) }
    return metadata
  }

  /// A path outside of `/org/mpris`, which is reserved for the specification.
  static func trackPath(_ trackID: String) -> String {
    "/org/intervald/track/\(ObjectPath.element(trackID))"
  }

  private static func line(_ source: String) -> String {
    source.preparedForDisplay(keepingLines: false, limit: textLimit)
  }
}

extension Duration {
  /// In microseconds, rounded down, and at most what 64 bits hold.
  fileprivate var inWholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let (microseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return isTooLong ? .max : microseconds + attoseconds / 1_000_000_000_000
  }
}
