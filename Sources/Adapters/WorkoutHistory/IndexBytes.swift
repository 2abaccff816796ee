/// Values in the index of the history: they are added at the end, and read from the beginning.
///
/// Finished bytes end with a check value and with their number, so that they can be read from the end of a file.
struct IndexBytes {
  private var bytes: ArraySlice<UInt8>
  /// The index of the next byte that is read.
  private var position: Int

  init() {
    self.init([])
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  // MARK: Writing

  mutating func add(_ value: Int) {
    var rest = UInt64(bitPattern: Int64(value))
    for _ in 0..<Self.intSize {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func add(_ value: Double) { add(Int(bitPattern: UInt(value.bitPattern))) }
  mutating func add(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func add(_ value: String) {
    add(value.utf8.count)
    bytes += value.utf8
  }

  mutating func add(_ value: Int?) {
    add(value != nil)
    if let value { add(value) }
  }

  mutating func add(_ value: Double?) {
    add(value != nil)
    if let value { add(value) }
  }

  mutating func add(_ value: String?) {
    add(value != nil)
    if let value { add(value) }
  }

  /// The bytes with the check value and the number of all bytes.
  var finished: [UInt8] {
    var whole = self
    whole.add(Self.check(bytes))
    whole.add(bytes.count + Self.endSize)
    return Array(whole.bytes)
  }

  // MARK: Reading

  /// The number of bytes of a number.
  static let intSize = 8
  /// The number of bytes of the check value and of the length.
  static let endSize = 2 * intSize

  /// Checks finished bytes.
  init(finished: ArraySlice<UInt8>) throws(IndexDamage) {
    guard finished.count >= Self.endSize else { throw IndexDamage() }
    self.init(finished.dropLast(Self.endSize))
    var end = IndexBytes(finished.suffix(Self.endSize))
    guard try end.int() == Self.check(bytes), try end.int() == finished.count else { throw IndexDamage() }
  }

  /// The number of finished bytes at the end of other bytes.
  static func count(atEndOf bytes: ArraySlice<UInt8>) throws(IndexDamage) -> Int {
    var end = IndexBytes(bytes.suffix(intSize))
    return try end.int()
  }

  mutating func int() throws(IndexDamage) -> Int {
    let offset = try take(Self.intSize).lowerBound - bytes.startIndex
    // `take` has checked that all eight bytes exist, and every pattern of bits is an Int64.
    let value = unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Int64.self)
    return Int(Int64(littleEndian: value))
  }

  mutating func double() throws(IndexDamage) -> Double { Double(bitPattern: UInt64(UInt(bitPattern: try int()))) }

  mutating func bool() throws(IndexDamage) -> Bool { bytes[try take(1).lowerBound] == 1 }

  mutating func string() throws(IndexDamage) -> String {
    guard let text = String(validating: bytes[try take(int())], as: UTF8.self) else { throw IndexDamage() }
    return text
  }

  mutating func optionalInt() throws(IndexDamage) -> Int? { try bool() ? try int() : nil }
  mutating func optionalDouble() throws(IndexDamage) -> Double? { try bool() ? try double() : nil }
  mutating func optionalString() throws(IndexDamage) -> String? { try bool() ? try string() : nil }

  /// The range of the next bytes, which are then read.
  private mutating func take(_ count: Int) throws(IndexDamage) -> Range<Int> {
    guard count >= 0, count <= bytes.endIndex - position else { throw IndexDamage() }
    defer { position += count }
    return position..<position + count
  }

  /// The check value of bytes, by the algorithm FNV-1a.
  private static func check(_ bytes: ArraySlice<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(Int64(bitPattern: hash))
  }
}

/// The index of the history is not as this program wrote it.
struct IndexDamage: Error {}
