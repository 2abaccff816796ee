import CSndfile
package import SystemPackage
import Text
import ToneSynthesis

/// A sound file that is written block by block.
package final class SoundFileWriter {
  private let handle: SoundHandle
  private let channels: Int

  /// Begins to write an open, empty file.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of the file, which must be seekable and stay open while this object is used.
  ///   - format: The format of the file, which determines the sample rate.
  ///   - channels: 1 or 2.
  ///   - tags: The tags of the file.
  ///   - frames: The maximum number of samples of each channel.
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

  /// Writes frames of interleaved samples between -1 and 1.
  package func write(_ samples: [Float]) throws(SoundFileError) {
    let frames = samples.count / channels
    // The array outlives the call, and contains at least `frames` frames.
    try unsafe samples.withUnsafeBufferPointer { (buffer) throws(SoundFileError) in
      try unsafe handle.write(buffer, frames: frames)
    }
  }

  /// Writes the remaining data, and closes the file.
  package func finish() throws(SoundFileError) {
    handle.close()
    if let errno = handle.bytes.errno { throw .system(errno) }
  }

  /// The compression level that results in 64 kbit/s for each channel.
  ///
  /// The bit rate falls linearly from 256 kbit/s at level 0 to 6 kbit/s at level 1 (libsndfile, src/ogg_opus.c).
  private static let opusCompression = (256.0 - 64) / (256 - 6)
}

/// A format of written sound files, by its file extension.
package enum SoundFormat: String, CaseIterable, Sendable {
  case opus
  /// Ogg Vorbis.
  case ogg
  case flac
  case wav

  /// Finds the format for the file extension of a path, ignoring case; nil if the extension is unknown.
  package init?(path: String) {
    guard let fileExtension = path.fileExtension else { return nil }
    self.init(rawValue: fileExtension)
  }

  /// The sample rate in hertz: the highest rate of Opus for an Opus file, otherwise the rate of the installed sounds.
  package var rate: Int { self == .opus ? 48_000 : CueSound.fileRate }

  /// Returns libsndfile's code of the format; WAV and FLAC files have 16-bit samples.
  ///
  /// `size` is the size of all samples in bytes. A WAV file of 4 GiB or more becomes an RF64 file (EBU Tech 3306).
  func code(size: Int) -> Int {
    switch self {
    case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
    case .ogg: SF_FORMAT_OGG | SF_FORMAT_VORBIS
    case .flac: SF_FORMAT_FLAC | SF_FORMAT_PCM_16
    case .wav: (size < Self.maxSampleBytes ? SF_FORMAT_WAV : SF_FORMAT_RF64) | SF_FORMAT_PCM_16
    }
  }

  /// The maximum size of the samples in a WAV file, in bytes.
  ///
  /// The header limits the file to 4 GiB. The samples may use all except 1 MiB, which is reserved for other data.
  private static let maxSampleBytes = 1 << 32 - 1 << 20
}

/// The tags of a sound file.
package struct SoundTags: Equatable, Sendable {
  package var title: String
  package var comment: String
  /// The program that wrote the file; libsndfile appends its own name.
  package var software: String

  package init(title: String, comment: String, software: String) {
    self.title = title
    self.comment = comment
    self.software = software
  }
}
