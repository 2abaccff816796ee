import CSndfile
import SystemPackage

/// The bytes of a sound file, which libsndfile reads or writes through it.
class SoundBytes {
  /// The first error.
  ///
  /// The library itself does not report an error that occurs when it closes a file.
  final var errno: Errno?

  var length: Int { 0 }
  var position: Int { 0 }

  /// Goes to a place, as lseek(2) does; -1 where there is none.
  func seek(_ offset: Int, from whence: Int32) -> Int { -1 }

  /// Reads up to as many bytes as there is room for.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }

  /// Writes all bytes; fewer where that fails.
  func write(_ buffer: UnsafeRawBufferPointer) -> Int { 0 }

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
