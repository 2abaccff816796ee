import Glibc

/// Bytes in memory, to be read.
final class ArrayBytes: SoundBytes {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  override var length: Int { bytes.count }
  override var position: Int { place }

  override func seek(_ offset: Int, from whence: Int32) -> Int {
    let base =
      switch whence {
      case SEEK_SET: 0
      case SEEK_CUR: place
      default: bytes.count
      }
    place = min(max(0, base + offset), bytes.count)
    return place
  }

  override func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - place)
    // No more than the buffer has room for.
    unsafe buffer.copyBytes(from: bytes[place..<place + count])
    place += count
    return count
  }
}
