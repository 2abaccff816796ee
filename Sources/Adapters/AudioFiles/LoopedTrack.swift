package import SystemPackage

/// A sound file that begins again whenever it is over, without a gap, at any rate that is asked for.
package final class LoopedTrack {
  package let channels: Int
  private let reader: SoundFileReader
  private let resampler: Resampler?
  /// Samples that are ready.
  private var ready: [Float] = []

  /// The most channels that there are: two ears have no use for more.
  package static let mostChannels = 2

  /// The rates of what is listened to, in samples a second.
  private static let rates = 1000...1_000_000
  /// How much louder than full scale a sample may be that is kept as a fraction; what is no number is silence.
  private static let loudest: Float = 16

  /// Reads an open file, which stays open for as long.
  ///
  /// - Parameters:
  ///   - descriptor: that of the file, which can be sought in.
  ///   - rate: the samples a second that are to come out.
  /// - Throws: `tooShort` for less than a second, `tooManyChannels`, `strangeRate`, and whatever opening it throws.
  package init(_ descriptor: FileDescriptor, rate: Int) throws(SoundFileError) {
    reader = try SoundFileReader(descriptor)
    channels = reader.channels
    guard channels <= Self.mostChannels else { throw .tooManyChannels(channels) }
    guard reader.frames >= reader.rate else { throw .tooShort }
    guard Self.rates.contains(reader.rate) else { throw .strangeRate(reader.rate) }
    resampler = reader.rate == rate ? nil : try Resampler(from: reader.rate, to: rate, channels: channels)
  }

  /// The next so many frames, a sample for each channel.
  package func read(_ frames: Int) throws(SoundFileError) -> [Float] {
    let count = frames * channels
    var isRewound = false
    while ready.count < count {
      let samples = try reader.read(atMost: Self.block).map { sample in
        sample.isNaN ? 0 : min(max(sample, -Self.loudest), Self.loudest)
      }
      if samples.isEmpty {
        // A file may say that it is longer than it is.
        guard !isRewound else { throw .tooShort }
        try reader.rewind()
      } else {
        ready += try resampler?.resample(samples) ?? samples
      }
      isRewound = samples.isEmpty
    }
    defer { ready.removeFirst(count) }
    return Array(ready[..<count])
  }

  /// How many frames are read at once.
  private static let block = 8192
}
