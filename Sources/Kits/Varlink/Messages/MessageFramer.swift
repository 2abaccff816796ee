/// Cuts a stream of bytes, however it is split, into messages, each ended by a NUL.
package struct MessageFramer: Sendable {
  /// The most bytes that a message may have, its NUL not counted: one mebibyte.
  package static let maximumLength = 1 << 20

  private var buffer: [UInt8] = []
  /// Where in `buffer` the next message begins.
  private var start = 0
  /// How far `buffer` is known to hold no NUL, so that no byte is looked at twice.
  private var scanned = 0

  package init() {}

  /// Whether a message has begun whose NUL is not there yet; to be asked once `next()` has returned nil.
  package var hasPartialMessage: Bool { start < buffer.count }

  /// Adds bytes to the end.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
  }

  /// Takes the next whole message, without its NUL; nil until more bytes come.
  ///
  /// - Throws: `TransportError` of code `malformedMessage` for a message longer than `maximumLength`, whole or not.
  package mutating func next() throws(TransportError) -> [UInt8]? {
    let end = buffer[scanned...].firstIndex(of: 0)
    guard (end ?? buffer.count) - start <= Self.maximumLength else {
      throw TransportError(.malformedMessage, context: "message longer than \(Self.maximumLength) bytes")
    }
    guard let end else {
      buffer.removeSubrange(..<start)
      start = 0
      scanned = buffer.count
      return nil
    }
    let message = Array(buffer[start..<end])
    start = end + 1
    scanned = start
    return message
  }
}
