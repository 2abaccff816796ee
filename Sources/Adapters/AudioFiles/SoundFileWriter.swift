import CSndfile
package import SystemPackage

/// A sound file that is written block by block.
package final class SoundFileWriter {
  private let handle: SoundHandle
  private let channels: Int

  /// Begins a file at the beginning of an open, empty one.
  ///
  /// - Parameters:
  ///   - descriptor: that of the file, which can be sought in, and stays open until `finish` or the end of this object.
  ///   - format: the kind of file; its samples have the format's rate.
  ///   - channels: 1 or 2.
  ///   - tags: what it says of itself.
  ///   - frames: how many samples a channel there will be at most.
  /// - Throws: `noLibrary`, `system`, `refused`.
  package init(
    _ descriptor: FileDescriptor, as format: SoundFormat, channels: Int, tags: SoundTags, frames: Int
  ) throws(SoundFileError) {
    let size = frames * channels * MemoryLayout<Int16>.size
    var info = SF_INFO()
    info.samplerate = CInt(format.rate)
    info.channels = CInt(channels)
    info.format = CInt(format.code(size: size))
    handle = try SoundHandle(DescriptorBytes(descriptor), mode: SFM_WRITE, info: &info)
    self.channels = channels
    if format == .opus { handle.command(SFC_SET_COMPRESSION_LEVEL, Self.opusCompression) }
    handle.set(SF_STR_TITLE, tags.title)
    handle.set(SF_STR_COMMENT, tags.comment)
    handle.set(SF_STR_SOFTWARE, tags.software)
  }

  /// Writes frames, each with a sample between -1 and 1 for each channel.
  package func write(_ samples: [Float]) throws(SoundFileError) {
    let frames = samples.count / channels
    // The array outlives the call, which reads so many whole frames of it.
    try unsafe samples.withUnsafeBufferPointer { (buffer) throws(SoundFileError) in
      try unsafe handle.write(buffer, frames: frames)
    }
  }

  /// Writes what is missing for the file to be whole.
  package func finish() throws(SoundFileError) {
    handle.close()
    if let errno = handle.bytes.errno { throw .system(errno) }
  }

  /// 64 kbit/s a channel, which is a line from 256 at 0 to 6 at 1 (libsndfile, src/ogg_opus.c).
  private static let opusCompression = (256.0 - 64) / (256 - 6)
}
