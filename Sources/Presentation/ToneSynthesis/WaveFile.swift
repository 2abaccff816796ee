/// A WAV file with 16-bit samples: a RIFF file with only a `fmt ` and a `data` chunk.
///
/// Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", 1991, chapter 3.
package struct WaveFile: Equatable, Sendable {
  /// The sample rate in hertz.
  package var rate: Int
  package var channels: Int
  /// The samples; the samples of several channels are interleaved.
  package var samples: [Int16]

  package init(rate: Int, channels: Int = 1, samples: [Int16]) {
    self.rate = rate
    self.channels = channels
    self.samples = samples
  }

  /// Creates a file of one channel from samples between -1 and 1, which are rounded to 16 bits.
  ///
  /// Samples outside the range are clipped.
  package init(rate: Int, samples: [Double]) {
    self.init(rate: rate, samples: samples.map(Self.sample))
  }

  /// Rounds a sample between -1 and 1 to 16 bits; a sample outside the range is clipped.
  package static func sample(_ value: Double) -> Int16 {
    Int16((min(max(value, -1), 1) * Double(Int16.max)).rounded())
  }

  /// The bytes of the file, at most 4 GiB.
  package var bytes: [UInt8] {
    let size = samples.count * 2
    var bytes: [UInt8] = []
    bytes.reserveCapacity(44 + size)
    bytes += "RIFF".utf8
    bytes.append(littleEndian: UInt32(36 + size))
    bytes += "WAVEfmt ".utf8
    bytes.append(littleEndian: UInt32(16))
    // The format (1 is pulse code modulation) and the number of channels.
    bytes.append(littleEndian: UInt16(1))
    bytes.append(littleEndian: UInt16(channels))
    bytes.append(littleEndian: UInt32(rate))
    // The bytes per second, the bytes per frame, and the bits per sample.
    bytes.append(littleEndian: UInt32(rate * channels * 2))
    bytes.append(littleEndian: UInt16(channels * 2))
    bytes.append(littleEndian: UInt16(16))
    bytes += "data".utf8
    bytes.append(littleEndian: UInt32(size))
    for sample in samples { bytes.append(littleEndian: sample) }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
