/// What is under way, told as media players tell it.
package struct MediaState: Equatable, Sendable {
  /// Any text; another one is another track.
  package var trackID: String
  package var title: String
  package var artist: String?
  package var album: String?
  /// nil for a track without a known end.
  package var length: Duration?
  /// At the moment at which it is shown; it goes on by itself while playing.
  package var position: Duration
  /// Whether it goes on, and is not paused.
  package var isPlaying: Bool
  /// Where a picture is: a URL.
  package var artURL: String?
  package var canGoPrevious: Bool

  package init(
    trackID: String, title: String, artist: String? = nil, album: String? = nil, length: Duration? = nil,
    position: Duration = .zero, isPlaying: Bool = true, artURL: String? = nil, canGoPrevious: Bool = false
  ) {
    self.trackID = trackID
    self.title = title
    self.artist = artist
    self.album = album
    self.length = length
    self.position = position
    self.isPlaying = isPlaying
    self.artURL = artURL
    self.canGoPrevious = canGoPrevious
  }
}
