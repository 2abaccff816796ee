import CSndfile
package import SystemPackage

/// A sound file that is read block by block.
package final class SoundFileReader {
  private let handle: SoundHandle
  package let channels: Int
  /// Samples a second.
  package let rate: Int
  /// Samples a channel; more than anything could have where nobody knows.
  package let frames: Int

  /// Reads an open file, which stays open for as long.
  package convenience init(_ descriptor: FileDescriptor) throws(SoundFileError) {
    try self.init(DescriptorBytes(descriptor))
  }

  /// Reads a file that is all there.
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

  /// The next frames, at most so many, a sample for each channel; none at the end.
  package func read(atMost frames: Int) throws(SoundFileError) -> [Float] {
    var failure: SoundFileError?
    let samples = unsafe [Float](unsafeUninitializedCapacity: frames * channels) { buffer, count in
      do throws(SoundFileError) {
        // The call writes so many whole frames, for which there is room.
        count = try unsafe handle.read(into: buffer, frames: frames) * channels
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return samples
  }

  /// Goes back to the beginning.
  package func rewind() throws(SoundFileError) { try handle.rewind() }
}
