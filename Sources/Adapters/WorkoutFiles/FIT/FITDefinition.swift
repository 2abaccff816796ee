/// What the records of a local type hold, until another definition takes its place.
struct FITDefinition {
  let messageNumber: UInt16
  let isBigEndian: Bool
  let fields: [Field]
  /// The bytes of a record behind its header.
  let size: Int

  /// Takes the fields; `developerSize` are the bytes of those that a developer has put behind them, which nothing here
  /// knows.
  init(messageNumber: UInt16, isBigEndian: Bool, fields: [Field], developerSize: Int) {
    self.messageNumber = messageNumber
    self.isBigEndian = isBigEndian
    self.fields = fields
    size = fields.reduce(developerSize) { $0 + $1.size }
  }

  struct Field {
    let number: UInt8
    let size: Int
    /// Nil for a type that the protocol does not have, or whose size this is no multiple of: bytes without a meaning.
    let type: FITBaseType?
  }
}
