/// What somebody asks of a media player; it may be so already.
package enum MediaCommand: CaseIterable, Equatable, Sendable {
  case play
  case pause
  case playPause
  case next
  case previous
  case stop
}
