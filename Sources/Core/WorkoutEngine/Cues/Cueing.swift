import WorkoutModel

/// Which cues have been given, as far as that bears on those to come.
struct Cueing: Equatable, Codable, Sendable {
  /// The instant, on the session's clock, up to which the cues of the present stage are over; nil for none yet.
  var passed: Instant?
  /// Whether the start of the next stage has been told already.
  var isNextAnnounced = false
  /// Whether half of the workout has been told.
  var isHalfwayPast = false
  /// How long each channel is taken, and by which cue.
  var taken: [Channel: Taken] = [:]

  struct Taken: Equatable, Codable, Sendable {
    var until: Instant
    var cue: Cue
  }

  /// After a pause of some length, which moved what is to come.
  mutating func shift(by length: Duration) {
    passed = passed.map { $0 + length }
    taken = [:]
  }
}
