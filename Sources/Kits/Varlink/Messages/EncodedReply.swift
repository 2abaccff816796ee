/// A reply as its message, so that many clients can be sent the same bytes.
package struct EncodedReply: Sendable {
  /// The message with its NUL.
  package let bytes: [UInt8]
  /// Whether further replies to the same call follow.
  package let continues: Bool

  package init(_ reply: Reply) {
    var bytes = reply.message
    bytes.append(0)
    self.bytes = bytes
    continues = reply.continues
  }
}
