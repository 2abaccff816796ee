import CSndfile
package import DynamicLibraries
package import SystemPackage

/// A sound file that is read block by block.
package final class SoundFileReader {
  private let handle: SoundHandle
  package let channels: Int
  /// The sample rate in hertz.
  package let rate: Int
  /// The number of samples of each channel; very large if the number is unknown.
  package let frames: Int

  /// Opens a sound file, whose descriptor must stay open while this object is used.
  package convenience init(_ descriptor: FileDescriptor) throws(SoundFileError) {
    try self.init(DescriptorBytes(descriptor))
  }

  /// Opens a sound file in memory.
  package convenience init(_ bytes: [UInt8]) throws(SoundFileError) {
    try self.init(ArrayBytes(bytes))
  }

  private init(_ bytes: SoundBytes) throws(SoundFileError) {
    var info = SF_INFO()
    handle = try SoundHandle(bytes, mode: SFM_READ, info: &info)
    channels = Int(info.channels)
    rate = Int(info.samplerate)
    frames = Int(info.frames)
  }

  /// Reads at most the given number of frames.
  ///
  /// - Returns: The frames as interleaved samples; empty at the end of the file.
  package func read(atMost frames: Int) throws(SoundFileError) -> [Float] {
    var failure: SoundFileError?
    let samples = unsafe [Float](unsafeUninitializedCapacity: frames * channels) { buffer, count in
      do throws(SoundFileError) {
        // `handle.read` writes at most `frames` frames, and the buffer has room for `frames` frames.
        count = try unsafe handle.read(into: buffer, frames: frames) * channels
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return samples
  }

  /// Moves back to the beginning of the file.
  package func rewind() throws(SoundFileError) { try handle.rewind() }
}

/// The reason why a sound file cannot be read or written.
package enum SoundFileError: Error, Equatable {
  /// A library is missing or cannot be loaded.
  case noLibrary(LibraryError)
  /// A system call failed.
  case system(Errno)
  /// The file is not in a sound format that libsndfile supports.
  case unknownFormat
  /// libsndfile or libsamplerate failed; the text is the message of the library.
  case refused(String)
  /// The file has more channels than are supported.
  case tooManyChannels(Int)
  /// The sample rate is outside the supported range.
  case unsupportedRate(Int)
  /// The file is too short to be repeated.
  case tooShort
}
