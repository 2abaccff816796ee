import Concurrency
import MessageBus
import Text

/// The properties of the two interfaces of a media player.
///
/// The optional properties LoopStatus, Shuffle, Fullscreen and CanSetFullscreen are omitted, because desktops would
/// show buttons for these properties.
///
/// Source: MPRIS 2.2, https://specifications.freedesktop.org/mpris-spec/latest/.
struct MediaProperties: Equatable, Sendable {
  /// The maximum length of a title, artist or album in characters.
  static let textLimit = 120

  let identity: String
  let desktopEntry: String
  /// The state of the current workout; nil without a workout.
  var snapshot: MediaSnapshot?
  /// Whether the player performs commands, instead of passing them to another player.
  var takesKeys = true

  /// The condition under which the player performs commands.
  var keys: MediaKeyUse { snapshot?.state.keys ?? .always }

  /// All properties of `org.mpris.MediaPlayer2`.
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

  /// All properties of `org.mpris.MediaPlayer2.Player` except the position.
  ///
  /// The signal `Seeked` reports jumps of the position.
  var ofPlayer: [String: Variant] {
    let status = snapshot.map { $0.state.isPlaying ? "Playing" : "Paused" } ?? "Stopped"
    let hasTrack = snapshot != nil
    return [
      "PlaybackStatus": .string(status),
      "Rate": .double(1),
      "MinimumRate": .double(1),
      "MaximumRate": .double(1),
      "Volume": .double(1),
      "Metadata": .dictionary(metadata),
      "CanGoNext": .boolean(hasTrack && takesKeys),
      "CanGoPrevious": .boolean(hasTrack && takesKeys),
      // GNOME Shell shows only players that can play (js/ui/mpris.js).
      "CanPlay": .boolean(hasTrack),
      "CanPause": .boolean(hasTrack && takesKeys),
      "CanSeek": .boolean(false),
      "CanControl": .boolean(true),
    ]
  }

  /// Returns the position at an instant, in microseconds.
  func position(at instant: SuspendingClock.Instant) -> Int64 {
    (snapshot?.position(at: instant) ?? .zero).inMicroseconds
  }

  /// Returns the player's properties that differ from the earlier properties.
  func changes(since earlier: Self) -> [String: Variant] {
    let before = earlier.ofPlayer
    return ofPlayer.filter { before[$0.key] != $0.value }
  }

  private var metadata: [String: Variant] {
    guard let state = snapshot?.state else { return [:] }
    var metadata: [String: Variant] = [
      "mpris:trackid": .objectPath(Self.trackPath(state.trackID)),
      "xesam:title": .string(Self.line(state.title)),
    ]
    if let artist = state.artist { metadata["xesam:artist"] = .strings([Self.line(artist)]) }
    if let album = state.album { metadata["xesam:album"] = .string(Self.line(album)) }
    if let length = state.length { metadata["mpris:length"] = .int64(length.inMicroseconds) }
    if let artURL = state.artURL { metadata["mpris:artUrl"] = .string(artURL) }
    return metadata
  }

  /// Returns the object path of a track.
  ///
  /// The path is outside `/org/mpris`, because the specification reserves `/org/mpris`.
  static func trackPath(_ trackID: String) -> String {
    "/org/intervald/track/\(ObjectPath.element(trackID))"
  }

  private static func line(_ source: String) -> String {
    source.preparedForDisplay(keepingLines: false, limit: textLimit)
  }
}

/// A state, and the time at which the state was valid.
struct MediaSnapshot: Equatable, Sendable {
  /// The tolerance for a position: a larger deviation from the expected position is a jump.
  ///
  /// The tolerance is more than the delay of a call, and less than users notice.
  static let tolerance: Duration = .milliseconds(100)

  let state: MediaState
  /// The time of the state, on a clock that stops during suspend, like the clock of the workout.
  let instant: SuspendingClock.Instant

  /// Returns the position at an instant; the position advances while the track is playing, up to the end of the track.
  func position(at instant: SuspendingClock.Instant) -> Duration {
    let reached = state.isPlaying ? state.position + (instant - self.instant) : state.position
    return max(.zero, state.length.map { min(reached, $0) } ?? reached)
  }

  /// Returns whether the position differs from the position that an earlier snapshot predicts.
  func isJump(from earlier: Self) -> Bool {
    let expected = earlier.state.trackID == state.trackID ? earlier.position(at: instant) : .zero
    let distance = position(at: instant) - expected
    return distance > Self.tolerance || distance < .zero - Self.tolerance
  }
}

/// The media player's two interfaces of MPRIS 2.2, as the bus describes them to other programs.
enum MediaInterfaces {
  static let path = "/org/mpris/MediaPlayer2"
  static let root = "org.mpris.MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"

  static let description = """
    <node>
      <interface name="\(root)">
        <method name="Raise"/>
        <method name="Quit"/>
        <property name="CanQuit" type="b" access="read"/>
        <property name="CanRaise" type="b" access="read"/>
        <property name="HasTrackList" type="b" access="read"/>
        <property name="Identity" type="s" access="read"/>
        <property name="DesktopEntry" type="s" access="read"/>
        <property name="SupportedUriSchemes" type="as" access="read"/>
        <property name="SupportedMimeTypes" type="as" access="read"/>
      </interface>
      <interface name="\(player)">
        <method name="Next"/>
        <method name="Previous"/>
        <method name="Pause"/>
        <method name="PlayPause"/>
        <method name="Stop"/>
        <method name="Play"/>
        <method name="Seek">
          <arg name="Offset" type="x" direction="in"/>
        </method>
        <method name="SetPosition">
          <arg name="TrackId" type="o" direction="in"/>
          <arg name="Position" type="x" direction="in"/>
        </method>
        <method name="OpenUri">
          <arg name="Uri" type="s" direction="in"/>
        </method>
        <signal name="Seeked">
          <arg name="Position" type="x"/>
        </signal>
        <property name="PlaybackStatus" type="s" access="read"/>
        <property name="Rate" type="d" access="readwrite"/>
        <property name="Metadata" type="a{sv}" access="read"/>
        <property name="Volume" type="d" access="readwrite"/>
        <property name="Position" type="x" access="read">
          <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
        </property>
        <property name="MinimumRate" type="d" access="read"/>
        <property name="MaximumRate" type="d" access="read"/>
        <property name="CanGoNext" type="b" access="read"/>
        <property name="CanGoPrevious" type="b" access="read"/>
        <property name="CanPlay" type="b" access="read"/>
        <property name="CanPause" type="b" access="read"/>
        <property name="CanSeek" type="b" access="read"/>
        <property name="CanControl" type="b" access="read">
          <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
        </property>
      </interface>
    </node>
    """
}
