import Glibc

/// The bytes of an open file.
final class DescriptorBytes: SoundBytes {
  private let descriptor: Int32

  /// The descriptor stays open for as long as this is used.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// By fstat(2).
  override var length: Int {
    var status = stat()
    // The variable outlives the call.
    guard unsafe fstat(descriptor, &status) == 0 else { return fail() }
    return Int(status.st_size)
  }

  override var position: Int { seek(0, from: SEEK_CUR) }

  override func seek(_ offset: Int, from whence: Int32) -> Int {
    let place = lseek(descriptor, offset, whence)
    return place < 0 ? fail() : place
  }

  override func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
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

  override func write(_ buffer: UnsafeRawBufferPointer) -> Int {
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
