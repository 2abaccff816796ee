import AudioFiles
import RealModule
import SystemPackage
import TestSupport
import UserFiles

extension TemporaryFolder {
  /// Writes samples to a 16-bit WAV file, and opens it.
  ///
  /// The file is an RF64 file if `maxFrames` frames do not fit into a plain WAV file. The default of `maxFrames` is the
  /// number of samples.
  func track(_ samples: [Float], channels: Int = 1, maxFrames: Int? = nil) throws -> (path: String, handle: FileHandle)
  {
    let path = path(of: "track.wav")
    let file = try PendingFile(at: path)
    let writer = try SoundFileWriter(
      file.descriptor, as: .wav, channels: channels, tags: SoundTags(title: "", comment: "", software: ""),
      frames: maxFrames ?? samples.count)
    try writer.write(samples)
    try writer.finish()
    try file.commit()
    return (path, try FileHandle(path))
  }
}

/// Returns the sine of an angle in turns.
func sine(_ turns: Double) -> Double { .sin(2 * .pi * turns) }

/// An open file.
final class FileHandle {
  private let file: OpenFile

  init(_ path: String, forWriting: Bool = false) throws {
    file = try OpenFile(path, forWriting ? .readWrite : .readOnly)
  }

  var descriptor: FileDescriptor { file.descriptor }
}
