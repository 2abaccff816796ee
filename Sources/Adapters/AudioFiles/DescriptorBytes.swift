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
    transfer(buffer.count) { done in
      // The rest of the buffer, by its own size.
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      return unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
    }
  }

  override func write(_ buffer: UnsafeRawBufferPointer) -> Int {
    transfer(buffer.count) { done in
      // The rest of the buffer, by its own size.
      let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
      return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
    }
  }

  /// Makes a call for what is left of so many bytes, until nothing is, none come, or it fails.
  private func transfer(_ length: Int, by call: (_ done: Int) -> Int) -> Int {
    var done = 0
    while done < length {
      let count = call(done)
      if count < 0, Glibc.errno == EINTR { continue }
      guard count >= 0 else {
        _ = fail()
        break
      }
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  private func fail() -> Int {
    if errno == 0 { errno = Glibc.errno }
    return -1
  }
}
