import CSndfile

/// Samples of one rate made into those of another, as they come: a `SRC_STATE`.
///
/// `@safe`: the pointer lives as long as the object.
@safe
package final class Resampler {
  private let library: Samplerate
  private let state: OpaquePointer
  private let channels: Int
  /// Frames that come out for each that goes in.
  private let ratio: Double

  /// Makes one: src_new.
  package init(from rate: Int, to other: Int, channels: Int) throws(SoundFileError) {
    library = try Samplerate()
    self.channels = channels
    ratio = Double(other) / Double(rate)
    var error: CInt = 0
    // The fastest of the sinc filters leaves 97 dB, as much as 16 bits. The variable outlives the call.
    guard let made = unsafe library.new(CInt(SRC_SINC_FASTEST), CInt(channels), &error) else {
      // The words are the library's, and are copied.
      throw .refused(unsafe library.strerror(error).map { unsafe String(cString: $0) } ?? "")
    }
    unsafe state = unsafe made
  }

  deinit {
    _ = unsafe library.delete(state)
  }

  /// What comes out for frames that go in, which is behind by what the filter looks ahead until the last ones are in:
  /// src_process.
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
        // Both buffers outlive the call, and have the sizes that are told.
        error = unsafe library.process(state, &data)
        count = unsafe error == 0 ? data.output_frames_gen * channels : 0
      }
    }
    // The words are the library's, and are copied.
    guard error == 0 else { throw .refused(unsafe library.strerror(error).map { unsafe String(cString: $0) } ?? "") }
    return (unsafe data.input_frames_used, made)
  }

  /// How many frames come out at once.
  private static let block = 4096
}
