/// Reads the fields of a characteristic in order; numbers are little-endian.
///
/// In the characteristics of the Bluetooth SIG, a field of flags announces which of the other fields are present. After a
/// missing field, all fields are missing. Bytes after the last known field are ignored, because later versions of a
/// service may add fields for the flags that are reserved now.
struct FieldReader {
  private var bytes: ArraySlice<UInt8>
  /// Whether a field was missing.
  private(set) var isTooShort = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  /// The number of unread bytes.
  var remaining: Int { bytes.count }

  /// Reads an unsigned number of `count` bytes; 0 if the field is missing.
  mutating func unsigned(_ count: Int) -> Int {
    guard !isTooShort, bytes.count >= count else {
      isTooShort = true
      return 0
    }
    defer { bytes.removeFirst(count) }
    return bytes.prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads an optional field; nil if it is absent or missing, or if it has the value that means "data not available".
  mutating func unsigned(_ count: Int, if isPresent: Bool, unavailable: Int? = nil) -> Int? {
    guard isPresent else { return nil }
    let number = unsigned(count)
    return isTooShort || number == unavailable ? nil : number
  }

  /// Reads an optional signed field of two bytes; nil if it is absent or missing, or if it has the value 0x7FFF.
  mutating func signed(if isPresent: Bool) -> Int? {
    unsigned(2, if: isPresent, unavailable: 0x7FFF).map { Int(Int16(truncatingIfNeeded: $0)) }
  }
}
