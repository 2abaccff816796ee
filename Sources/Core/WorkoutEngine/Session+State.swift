import WorkoutModel

extension Session {
  /// The changing part of a session; the state and the workout are enough to resume in a new process.
  struct State: Equatable, Codable, Sendable {
    /// Start of the workout.
    var began: Instant
    var stage: Stage
    var pause: Pause?
    var tally = Tally()
    var cueing = Cueing()
    var course = Course()
    /// The last value of the distance sensor; nil if the distance has not been measured.
    var motion: Motion?
    /// The heart rate and the cadence so far; nil if no sensor has measured them.
    var vitals: Vitals?

    /// Position of the present interval; nil in the lead-in.
    var position: Position? { if case .interval(let position, _) = stage { position } else { nil } }

    init(began: Instant, stage: Stage) {
      self.began = began
      self.stage = stage
    }

    /// Decodes a state, which may lack the values that an early version of the daemon did not save.
    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      began = try values.decode(Instant.self, forKey: .began)
      stage = try values.decode(Stage.self, forKey: .stage)
      pause = try values.decodeIfPresent(Pause.self, forKey: .pause)
      tally = try values.decode(Tally.self, forKey: .tally)
      cueing = try values.decode(Cueing.self, forKey: .cueing)
      course = try values.decodeIfPresent(Course.self, forKey: .course) ?? Course()
      motion = try values.decodeIfPresent(Motion.self, forKey: .motion)
      vitals = try values.decodeIfPresent(Vitals.self, forKey: .vitals)
    }
  }

  enum Stage: Equatable, Codable, Sendable {
    case leadIn(Span)
    case interval(Position, Span)
  }

  /// Start and, if known, end of a stage.
  struct Span: Equatable, Codable, Sendable {
    var begin: Instant
    var end: Instant?
  }

  struct Pause: Equatable, Codable, Sendable {
    var begin: Instant
    let reason: PauseReason
  }
}
