import CSndfile
package import SystemPackage

/// A sound file that is repeated without gaps, and converted to the sample rate of the output.
package final class LoopedTrack {
  package let channels: Int
  private let reader: SoundFileReader
  private let resampler: Resampler?
  /// Converted samples that have not been read yet.
  private var buffer: [Float] = []

  /// The maximum number of channels.
  package static let maxChannels = 2

  /// The supported sample rates in hertz.
  private static let rates = 1000...1_000_000
  /// The maximum magnitude of a sample, where 1 is full scale; larger samples of floating-point files are clipped.
  private static let maxMagnitude: Float = 16

  /// - Parameters:
  ///   - descriptor: The descriptor of the file, which must be seekable and stay open while this object is used.
  ///   - rate: The sample rate of the result.
  /// - Throws: `tooShort` if the file is shorter than a second; `tooManyChannels`; `unsupportedRate`; any error of
  ///   `SoundFileReader`.
  package init(_ descriptor: FileDescriptor, rate: Int) throws(SoundFileError) {
    reader = try SoundFileReader(descriptor)
    channels = reader.channels
    guard channels <= Self.maxChannels else { throw .tooManyChannels(channels) }
    guard reader.frames >= reader.rate else { throw .tooShort }
    guard Self.rates.contains(reader.rate) else { throw .unsupportedRate(reader.rate) }
    resampler = reader.rate == rate ? nil : try Resampler(from: reader.rate, to: rate, channels: channels)
  }

  /// Returns the next frames as interleaved samples; a sample that is not a number becomes silence.
  package func read(_ frames: Int) throws(SoundFileError) -> [Float] {
    let count = frames * channels
    var isRewound = false
    while buffer.count < count {
      let samples = try reader.read(atMost: Self.block).map { sample in
        sample.isNaN ? 0 : min(max(sample, -Self.maxMagnitude), Self.maxMagnitude)
      }
      if samples.isEmpty {
        // The header may specify more frames than the file contains.
        guard !isRewound else { throw .tooShort }
        try reader.rewind()
      } else {
        buffer += try resampler?.resample(samples) ?? samples
      }
      isRewound = samples.isEmpty
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  /// The maximum number of frames that are read from the file at once.
  private static let block = 8192
}

/// A converter from one sample rate to another: a `SRC_STATE` of libsamplerate.
///
/// `@safe`: this object owns the C object, so the pointer is valid as long as this object exists.
@safe
package final class Resampler {
  private let library: Samplerate
  private let state: OpaquePointer
  private let channels: Int
  /// The number of output frames for each input frame.
  private let ratio: Double

  /// Creates a converter; the corresponding C function is `src_new`.
  package init(from rate: Int, to other: Int, channels: Int) throws(SoundFileError) {
    library = try SoundFileError.load(Samplerate.init)
    self.channels = channels
    ratio = Double(other) / Double(rate)
    var error: CInt = 0
    // The fastest sinc filter has a signal-to-noise ratio of 97 dB, like 16-bit samples. `error` outlives the call.
    guard let made = unsafe library.new(CInt(SRC_SINC_FASTEST), CInt(channels), &error) else {
      // The library owns the message, which is copied.
      throw .refused(unsafe library.strerror(error).map { unsafe String(cString: $0) } ?? "")
    }
    unsafe state = unsafe made
  }

  deinit {
    _ = unsafe library.delete(state)
  }

  /// Converts frames; the corresponding C function is `src_process`.
  ///
  /// The filter delays the output by some samples. The call with `isLast` also returns the delayed samples.
  package func resample(_ samples: [Float], isLast: Bool = false) throws(SoundFileError) -> [Float] {
    var output: [Float] = []
    var rest = samples[...]
    while true {
      let (taken, made) = try step(rest, isLast: isLast)
      output += made
      rest = rest.dropFirst(taken * channels)
      if made.isEmpty, rest.isEmpty || taken == 0 { return output }
    }
  }

  /// Converts some frames, and returns the output samples and the number of input frames that were used.
  private func step(_ input: ArraySlice<Float>, isLast: Bool) throws(SoundFileError) -> (taken: Int, made: [Float]) {
    var data = unsafe SRC_DATA()
    var error: CInt = 0
    let made = unsafe [Float](unsafeUninitializedCapacity: Self.block * channels) { buffer, count in
      unsafe input.withUnsafeBufferPointer { input in
        unsafe data.data_in = input.baseAddress
        unsafe data.input_frames = input.count / channels
        unsafe data.data_out = buffer.baseAddress
        unsafe data.output_frames = Self.block
        unsafe data.end_of_input = isLast ? 1 : 0
        unsafe data.src_ratio = ratio
        // Both buffers outlive the call, and `data` contains the sizes of both buffers.
        error = unsafe library.process(state, &data)
        count = unsafe error == 0 ? data.output_frames_gen * channels : 0
      }
    }
    // The library owns the message, which is copied.
    guard error == 0 else { throw .refused(unsafe library.strerror(error).map { unsafe String(cString: $0) } ?? "") }
    return (unsafe data.input_frames_used, made)
  }

  /// The maximum number of output frames of one call.
  private static let block = 4096
}
