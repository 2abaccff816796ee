import AudioFiles
import FoundationEssentials
import PlanNotation
import RealModule
import Soundtrack
import SystemPackage
import TestSupport
import UserFiles
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

extension Score {
  /// Creates a score from the text of a plan.
  init(_ text: String, stoppedAfter length: Duration? = nil, configuration: Settings = Settings()) throws {
    let request = try RequestedWorkout(text: text, planName: nil, configuration: configuration)
    self.init(request, stoppedAfter: length, configuration: configuration, environment: ["LANG": "de_DE.UTF-8"])
  }

  /// Returns all moments that are not silent.
  mutating func heard() -> [Moment] {
    var moments: [Moment] = []
    while let moment = next() { if !moment.cues.isEmpty { moments.append(moment) } }
    return moments
  }
}

extension Mixer {
  /// Creates a mixer from the text of a plan.
  init(
    _ text: String, stoppedAfter length: Duration? = nil, rate: Int = 44_100, voice: (any Voice)? = nil,
    track: (any BackingTrack)? = nil
  ) throws {
    self.init(try Score(text, stoppedAfter: length), rate: rate, voice: voice, track: track)
  }

  /// Returns the whole recording.
  mutating func recording() async throws -> [Float] {
    var samples: [Float] = []
    while let block = try await nextBlock() { samples += block }
    return samples
  }
}

/// A voice that returns 1000 frames with the value 0.25 for each character.
struct HummingVoice: Voice {
  func samples(of words: String, rate: Int) -> [Float] {
    [Float](repeating: 0.25, count: words.count * Self.framesPerCharacter)
  }

  static let framesPerCharacter = 1000
}

/// A background track with a constant value.
struct ConstantTrack: BackingTrack {
  var channels = 1
  var value: Float = 0.2

  func read(_ frames: Int) -> [Float] { [Float](repeating: value, count: frames * channels) }
}

extension TemporaryFolder {
  /// Writes a recording to a file, as the program does, and returns the path of the file.
  func write(_ mixer: consuming Mixer, as format: SoundFormat, frames: Int = 1 << 22) async throws -> String {
    var mixer = mixer
    let path = path(of: "sound.\(format.rawValue)")
    let file = try PendingFile(at: path)
    let tags = SoundTags(title: "Läufe, \"30/30\"", comment: "1 min: 2x30s", software: "intervald")
    let writer = try SoundFileWriter(
      file.descriptor, as: format, channels: mixer.channels, tags: tags, frames: frames)
    while let block = try await mixer.nextBlock() { try writer.write(block) }
    try writer.finish()
    try file.commit()
    return path
  }
}

/// Returns all samples of a sound file as 16-bit numbers.
func decoded(_ path: String) throws -> [Int] {
  let file = try OpenFile(path, .readOnly)
  let reader = try SoundFileReader(file.descriptor)
  var samples: [Int] = []
  while case let more = try reader.read(atMost: 65_536), !more.isEmpty {
    // 16-bit samples are read as multiples of 1/32768.
    samples += more.map { Int(($0 * 32_768).rounded()) }
  }
  return samples
}

/// Returns the samples of a file that contains only 16-bit little-endian samples.
func rawSamples(_ path: String) throws -> [Int] {
  let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
  return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
    Int(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8))
  }
}

/// Returns the sine of an angle in turns.
func sine(_ turns: Double) -> Double { .sin(2 * .pi * turns) }
