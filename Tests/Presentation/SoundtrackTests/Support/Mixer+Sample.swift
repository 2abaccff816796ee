import WorkoutReports
import PlanNotation
import Soundtrack
import WorkoutModel
import WorkoutPresentation

extension Score {
  /// The score of a plan's text.
  init(_ text: String, stoppedAfter length: Duration? = nil, configuration: Settings = Settings()) throws {
    let request = try RequestedWorkout(text: text, planName: nil, configuration: configuration)
    self.init(request, stoppedAfter: length, configuration: configuration, environment: ["LANG": "de_DE.UTF-8"])
  }

  /// All moments at which something is heard.
  mutating func heard() -> [Moment] {
    var moments: [Moment] = []
    while let moment = next() { if !moment.cues.isEmpty { moments.append(moment) } }
    return moments
  }
}

extension Mixer {
  /// A recording of a plan's text.
  init(
    _ text: String, stoppedAfter length: Duration? = nil, rate: Int = 44_100, voice: (any Voice)? = nil,
    track: (any BackingTrack)? = nil
  ) throws {
    self.init(try Score(text, stoppedAfter: length), rate: rate, voice: voice, track: track)
  }

  /// All of it.
  mutating func recording() async throws -> [Float] {
    var samples: [Float] = []
    while let block = try await nextBlock() { samples += block }
    return samples
  }
}

/// A voice that hums as long as a text has characters: 1 000 frames for each, all of them 0.25.
struct HummingVoice: Voice {
  func samples(of words: String, rate: Int) -> [Float] {
    [Float](repeating: 0.25, count: words.count * Self.framesACharacter)
  }

  static let framesACharacter = 1000
}

/// A track of nothing but one value.
struct ConstantTrack: BackingTrack {
  var channels = 1
  var value: Float = 0.2

  func read(_ frames: Int) -> [Float] { [Float](repeating: value, count: frames * channels) }
}
