import CSndfile
import Glibc
import SystemPackage

/// The bytes of a sound file, which libsndfile reads and writes through callbacks.
class SoundBytes {
  /// The first error of a system call.
  ///
  /// libsndfile does not report an error that occurs while it closes a file, so this object stores the error.
  final var errno: Errno?

  var length: Int { 0 }
  var position: Int { 0 }

  /// Changes the position like `lseek(2)`, and returns the new position; -1 for an error.
  func seek(_ offset: Int, from whence: Int32) -> Int { -1 }

  /// Reads bytes until the buffer is full or the file ends, and returns the number of bytes read.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }

  /// Writes bytes, and returns the number of bytes written; after an error, this number is less than the buffer's size.
  func write(_ buffer: UnsafeRawBufferPointer) -> Int { 0 }

  /// The callbacks for `sf_open_virtual`.
  ///
  /// The user data that is passed to `sf_open_virtual` must be a `SoundBytes` object that outlives the open file.
  static var callbacks: SF_VIRTUAL_IO {
    // `data` is a `SoundBytes` object that is alive, and `count` is the size of the buffer at `bytes`.
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
    guard let data = unsafe data else { preconditionFailure("libsndfile passes the user data to each callback") }
    return unsafe Unmanaged<SoundBytes>.fromOpaque(data).takeUnretainedValue()
  }
}

/// Bytes in memory, which can only be read.
final class ArrayBytes: SoundBytes {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  override var length: Int { bytes.count }
  override var position: Int { offset }

  override func seek(_ offset: Int, from whence: Int32) -> Int {
    let base =
      switch whence {
      case SEEK_SET: 0
      case SEEK_CUR: self.offset
      default: bytes.count
      }
    self.offset = min(max(0, base + offset), bytes.count)
    return self.offset
  }

  override func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - offset)
    // `count` is at most the size of the buffer.
    unsafe buffer.copyBytes(from: bytes[offset..<offset + count])
    offset += count
    return count
  }
}

/// The bytes of an open file.
final class DescriptorBytes: SoundBytes {
  private let descriptor: FileDescriptor

  /// - Parameter descriptor: The descriptor of the file; it must stay open while this object is used.
  init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  override var length: Int { attempt { Int(try Stat(descriptor).size) } ?? -1 }

  override var position: Int { attempt { Int(try descriptor.seek(offset: 0, from: .current)) } ?? -1 }

  override func seek(_ offset: Int, from whence: Int32) -> Int {
    attempt { Int(try descriptor.seek(offset: Int64(offset), from: .init(rawValue: whence))) } ?? -1
  }

  override func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    transfer(buffer.count) { done in
      // The slice is within the bounds of the buffer.
      try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
    }
  }

  override func write(_ buffer: UnsafeRawBufferPointer) -> Int {
    transfer(buffer.count) { done in
      // The slice is within the bounds of the buffer.
      try unsafe descriptor.write(UnsafeRawBufferPointer(rebasing: buffer[done...]))
    }
  }

  /// Repeats a call until all bytes are transferred, the file ends or the call fails.
  private func transfer(_ length: Int, by call: (_ done: Int) throws -> Int) -> Int {
    var done = 0
    while done < length, let count = attempt({ try call(done) }), count > 0 { done += count }
    return done
  }

  /// Makes a call, and stores the error of the call if no error is stored yet.
  private func attempt(_ call: () throws -> Int) -> Int? {
    do {
      return try call()
    } catch {
      if errno == nil { errno = error as? Errno }
      return nil
    }
  }
}
