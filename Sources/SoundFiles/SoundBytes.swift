import CSndfile
import Glibc

/// The bytes of a sound file, which libsndfile reads or writes through it.
class SoundBytes {
  /// What went wrong first; 0 for nothing.
  ///
  /// The library itself tells of no error that it meets when it closes a file.
  fileprivate(set) var errno: Int32 = 0

  fileprivate init() {}

  fileprivate var length: Int { 0 }
  fileprivate var position: Int { 0 }

  /// Goes to a place, as lseek(2) does; -1 where there is none.
  fileprivate func seek(_ offset: Int, from whence: Int32) -> Int { -1 }

  /// Reads up to as many bytes as there is room for.
  fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }

  /// Writes all bytes; fewer where that fails.
  fileprivate func write(_ buffer: UnsafeRawBufferPointer) -> Int { 0 }

  /// The callbacks of sf_open_virtual, whose user data is an object of this class that outlives the open file.
  static var callbacks: SF_VIRTUAL_IO {
    // The user data is such an object, and a buffer has the size that comes with it; here and below.
    unsafe SF_VIRTUAL_IO(
      get_filelen: { data in sf_count_t(unsafe SoundBytes.at(data).length) },
      seek: { offset, whence, data in sf_count_t(unsafe SoundBytes.at(data).seek(Int(offset), from: whence)) },
      read: { bytes, count, data in
        unsafe sf_count_t(SoundBytes.at(data).read(into: .init(start: bytes, count: Int(count))))
      },
      write: { bytes, count, data in
        unsafe sf_count_t(SoundBytes.at(data).write(.init(start: bytes, count: Int(count))))
      },
      tell: { data in sf_count_t(unsafe SoundBytes.at(data).position) })
  }

  private static func at(_ data: UnsafeMutableRawPointer?) -> SoundBytes {
    guard let data = unsafe data else { preconditionFailure("libsndfile hands back what it was given") }
    return unsafe Unmanaged<SoundBytes>.fromOpaque(data).takeUnretainedValue()
  }
}

/// The bytes of an open file.
final class DescriptorBytes: SoundBytes {
  private let descriptor: Int32

  /// The descriptor stays open for as long as this is used.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// By fstat(2).
  override fileprivate var length: Int {
    var status = stat()
    // The variable outlives the call.
    guard unsafe fstat(descriptor, &status) == 0 else { return fail() }
    return Int(status.st_size)
  }

  override fileprivate var position: Int { seek(0, from: SEEK_CUR) }

  override fileprivate func seek(_ offset: Int, from whence: Int32) -> Int {
    let place = lseek(descriptor, offset, whence)
    return place < 0 ? fail() : place
  }

  override fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    while count < buffer.count {
      // The rest of the buffer, by its own size.
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let more = unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
      if more < 0, Glibc.errno == EINTR { continue }
      guard more >= 0 else { return fail() }
      guard more > 0 else { break }
      count += more
    }
    return count
  }

  override fileprivate func write(_ buffer: UnsafeRawBufferPointer) -> Int {
    var count = 0
    while count < buffer.count {
      // The rest of the buffer, by its own size.
      let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[count...])
      let more = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      if more < 0, Glibc.errno == EINTR { continue }
      guard more > 0 else {
        _ = fail()
        break
      }
      count += more
    }
    return count
  }

  private func fail() -> Int {
    if errno == 0 { errno = Glibc.errno }
    return -1
  }
}

/// Bytes in memory, to be read.
final class ArrayBytes: SoundBytes {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  override fileprivate var length: Int { bytes.count }
  override fileprivate var position: Int { place }

  override fileprivate func seek(_ offset: Int, from whence: Int32) -> Int {
    let base =
      switch whence {
      case SEEK_SET: 0
      case SEEK_CUR: place
      default: bytes.count
      }
    place = min(max(0, base + offset), bytes.count)
    return place
  }

  override fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - place)
    // No more than the buffer has room for.
    unsafe buffer.copyBytes(from: bytes[place..<place + count])
    place += count
    return count
  }
}
