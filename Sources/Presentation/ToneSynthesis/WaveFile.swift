/// One channel of 16-bit samples as a WAV file: RIFF, with a `fmt ` and a `data` chunk and nothing else.
///
/// Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", 1991, chapter 3.
package struct WaveFile: Equatable, Sendable {
  /// Samples a second.
  package var rate: Int
  package var samples: [Int16]

  package init(rate: Int, samples: [Int16]) {
    self.rate = rate
    self.samples = samples
  }

  /// Makes a file of samples between -1 and 1, rounded to the nearest of 16 bits; what is beyond is clipped.
  package init(rate: Int, samples: [Double]) {
    self.rate = rate
    self.samples = samples.map { sample in
      Int16((min(max(sample, -1), 1) * Double(Int16.max)).rounded())
    }
  }

  /// The bytes of the file; 4 GiB at most.
  package var bytes: [UInt8] {
    let size = samples.count * 2
    var bytes: [UInt8] = []
    bytes.reserveCapacity(44 + size)
    bytes += "RIFF".utf8
    bytes.append(littleEndian: UInt32(36 + size))
    bytes += "WAVEfmt ".utf8
    bytes.append(littleEndian: UInt32(16))
    // Pulse code modulation, one channel.
    bytes.append(littleEndian: UInt16(1))
    bytes.append(littleEndian: UInt16(1))
    bytes.append(littleEndian: UInt32(rate))
    // Bytes a second, bytes a frame, bits a sample.
    bytes.append(littleEndian: UInt32(rate * 2))
    bytes.append(littleEndian: UInt16(2))
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
