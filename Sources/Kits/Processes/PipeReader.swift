import Glibc
package import SystemPackage

/// Reads the output of a child as soon as it is ready, so that the child never waits for a reader.
package struct PipeReader {
  /// The pipe; nil after the end of the output.
  package private(set) var pipe: FileDescriptor?

  /// The maximum number of bytes that are read at once.
  private static let chunkSize = 16 * 1024

  /// Makes a reader; a reader without a pipe is at the end of its output.
  package init(_ pipe: FileDescriptor?) {
    self.pipe = pipe
  }

  /// Reads the output that is ready, or detects the end of the output; see read(2).
  package mutating func read() -> ArraySlice<UInt8> {
    guard let pipe else { return [] }
    var bytes = [UInt8](repeating: 0, count: Self.chunkSize)
    // The buffer has the size of the array.
    let count = (try? unsafe bytes.withUnsafeMutableBytes { try unsafe pipe.read(into: $0) }) ?? 0
    if count == 0 { self.pipe = nil }
    return bytes.prefix(count)
  }
}

/// Waits until one of the descriptors is readable, or until the deadline; see poll(2).
///
/// - Returns: For each descriptor, whether it is readable or at its end; false for nil.
package func waitForInput(
  of descriptors: [FileDescriptor?], until deadline: ContinuousClock.Instant? = nil
) -> [Bool] {
  // poll(2) ignores entries with a negative number.
  var states = descriptors.map { pollfd(fd: $0?.rawValue ?? -1, events: Int16(POLLIN), revents: 0) }
  while true {
    let milliseconds = deadline.map { (max(.zero, $0 - .now) / .milliseconds(1)).rounded(.up) } ?? -1
    // The count is the number of entries in the array.
    let count = unsafe poll(&states, nfds_t(states.count), CInt(min(milliseconds, Double(CInt.max))))
    if count >= 0 || errno != EINTR { return states.map { count > 0 && $0.revents != 0 } }
  }
}
