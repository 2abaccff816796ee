import SystemPackage

/// The bytes of an open file.
final class DescriptorBytes: SoundBytes {
  private let descriptor: FileDescriptor

  /// Takes a descriptor that stays open for as long as this is used.
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
      // The rest of the buffer, by its own size.
      try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
    }
  }

  override func write(_ buffer: UnsafeRawBufferPointer) -> Int {
    transfer(buffer.count) { done in
      // The rest of the buffer, by its own size.
      try unsafe descriptor.write(UnsafeRawBufferPointer(rebasing: buffer[done...]))
    }
  }

  /// Makes a call for the bytes that are left, until none are, none come, or it fails.
  private func transfer(_ length: Int, by call: (_ done: Int) throws -> Int) -> Int {
    var done = 0
    while done < length, let count = attempt({ try call(done) }), count > 0 { done += count }
    return done
  }

  /// Makes a call, and keeps the first error.
  private func attempt(_ call: () throws -> Int) -> Int? {
    do {
      return try call()
    } catch {
      if errno == nil { errno = error as? Errno }
      return nil
    }
  }
}
