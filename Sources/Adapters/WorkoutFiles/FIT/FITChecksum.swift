/// The checksum of FIT: CRC-16 with the polynomial x¹⁶ + x¹⁵ + x² + 1, its bits reflected, from 0.
///
/// Source: Garmin, "FIT Protocol", section "CRC".
package func fitChecksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
  bytes.reduce(into: 0) { checksum, byte in
    checksum ^= UInt16(byte)
    for _ in 0..<8 {
      checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xA001 : checksum >> 1
    }
  }
}
