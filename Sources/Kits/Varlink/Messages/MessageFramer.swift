/// Splits a stream of bytes, in pieces of any size, into messages, each of which ends with a NUL.
package struct MessageFramer: Sendable {
  /// The maximum number of bytes of a message without its NUL: one mebibyte.
  package static let maximumLength = 1 << 20

  private var buffer: [UInt8] = []
  /// The index in `buffer` at which the next message begins.
  private var start = 0
  /// The index of the next message's NUL; nil if there is none before `scanned`.
  private var end: Int?
  /// The index up to which `buffer` was searched, so that no byte is searched twice.
  private var scanned = 0

  package init() {}

  /// Whether a message has begun whose NUL has not arrived, once `next()` has returned nil.
  package var hasPartialMessage: Bool { start < buffer.count }

  /// Whether `next()` returns a message or throws, instead of returning nil.
  package var hasMessage: Bool { (end ?? buffer.count) - start > Self.maximumLength || end != nil }

  /// Appends bytes.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    if end == nil { scan() }
  }

  /// Takes the next complete message without its NUL; nil if more bytes are needed.
  ///
  /// - Throws: `TransportError` of code `malformedMessage` for a message longer than `maximumLength`, complete or not.
  package mutating func next() throws(TransportError) -> [UInt8]? {
    guard (end ?? buffer.count) - start <= Self.maximumLength else {
      throw TransportError(.malformedMessage, context: "message longer than \(Self.maximumLength) bytes")
    }
    guard let end else {
      buffer.removeSubrange(..<start)
      scanned -= start
      start = 0
      return nil
    }
    let message = Array(buffer[start..<end])
    start = end + 1
    scanned = start
    scan()
    return message
  }

  private mutating func scan() {
    end = buffer[scanned...].firstIndex(of: 0)
    scanned = buffer.count
  }
}
