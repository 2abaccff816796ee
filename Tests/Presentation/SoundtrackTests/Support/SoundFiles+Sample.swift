import FoundationEssentials
import RealModule
import AudioFiles
import Soundtrack
import TestSupport
import UserFiles

extension TemporaryFolder {
  /// Writes a recording to a file as the program does, and returns its path.
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

  /// Writes samples as a WAV file of 16 bits, and opens it.
  func track(_ samples: [Float], channels: Int = 1) throws -> (path: String, handle: FileHandle) {
    let path = path(of: "track.wav")
    let file = try PendingFile(at: path)
    let writer = try SoundFileWriter(
      file.descriptor, as: .wav, channels: channels, tags: SoundTags(title: "", comment: "", software: ""),
      frames: samples.count)
    try writer.write(samples)
    try writer.finish()
    try file.commit()
    return (path, try FileHandle(path))
  }
}

/// All samples of a sound file, of 16 bits.
func decoded(_ path: String) throws -> [Int] {
  let file = try FileHandle(path)
  let reader = try SoundFileReader(file.descriptor)
  var samples: [Int] = []
  while case let more = try reader.read(atMost: 65_536), !more.isEmpty {
    // A sample of 16 bits is read as so many 32768ths.
    samples += more.map { Int(($0 * 32_768).rounded()) }
  }
  return samples
}

/// The samples of a file of nothing but 16-bit samples, in little-endian order.
func rawSamples(_ path: String) throws -> [Int] {
  let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
  return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
    Int(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8))
  }
}

/// The sine of so many whole turns.
func sine(_ turns: Double) -> Double { .sin(2 * .pi * turns) }
