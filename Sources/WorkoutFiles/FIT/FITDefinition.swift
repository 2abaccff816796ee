/// What the records of a local type hold, until another definition takes its place.
struct FITDefinition {
  let messageNumber: UInt16
  let isBigEndian: Bool
  let fields: [Field]
  /// The bytes of the fields that a developer has put behind them, which nothing here knows.
  let developerSize: Int

  struct Field {
    let number: UInt8
    let size: Int
    /// Nil for a type that the protocol does not have, or whose size this is no multiple of: bytes without a meaning.
    let type: FITBaseType?
  }

  /// The bytes of a record behind its header.
  var size: Int { fields.reduce(developerSize) { $0 + $1.size } }
}
