/// Time zone files, such as those in /usr/share/zoneinfo; see tzfile(5).
///
/// Source: RFC 9636, "The Time Zone Information Format (TZif)".
extension TimeZoneRules {
  /// Maximum number of bytes of a file; the files of the time zone database have at most 4 KiB.
  package static let maxFileBytes = 65_536

  /// Reads a time zone file.
  ///
  /// The result is nil if the bytes are not a valid file, or if its times count leap seconds.
  package init?(file bytes: [UInt8]) {
    guard bytes.count <= Self.maxFileBytes else { return nil }
    var reader = TimeZoneReader(bytes)
    guard var header = reader.header() else { return nil }
    var timeSize = 4
    if header.version > 0 {
      // The first block contains times of 32 bits for old programs. The second block has a header of its own.
      guard reader.take(header.blockSize(timeSize: timeSize)) != nil, let second = reader.header() else { return nil }
      (header, timeSize) = (second, 8)
    }
    guard let block = reader.block(header, timeSize: timeSize) else { return nil }
    var yearly: YearlyRule?
    if header.version > 0 {
      guard let text = reader.footer() else { return nil }
      yearly = YearlyRule(text)
      guard yearly != nil || text.isEmpty else { return nil }
    }
    self.init(initial: block.initial, onsets: block.onsets, yearly: yearly)
  }
}

/// Reads the parts of a time zone file in order.
private struct TimeZoneReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  struct Header {
    /// 0 for the first version, which has no second block and no rule at its end.
    let version: UInt8
    let universalFlags: Int
    let standardFlags: Int
    let leapSeconds: Int
    let times: Int
    let types: Int
    let characters: Int

    func blockSize(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4) + standardFlags + universalFlags
    }
  }

  mutating func header() -> Header? {
    guard take(4)?.elementsEqual("TZif".utf8) == true, let version = take(1)?.first, take(15) != nil else { return nil }
    let counts = (0..<6).compactMap { _ in integer(4) }
    guard counts.count == 6, counts.allSatisfy({ (0...TimeZoneRules.maxFileBytes).contains($0) }) else { return nil }
    return Header(
      version: version, universalFlags: counts[0], standardFlags: counts[1], leapSeconds: counts[2], times: counts[3],
      types: counts[4], characters: counts[5])
  }

  /// Reads the offsets and their onsets; nil unless the onsets are in order and all values are in their ranges.
  mutating func block(
    _ header: Header, timeSize: Int
  ) -> (initial: TimeZoneRules.Offset, onsets: [TimeZoneRules.Onset])? {
    guard header.leapSeconds == 0, rest.count >= header.blockSize(timeSize: timeSize) else { return nil }
    let times = (0..<header.times).compactMap { _ in integer(timeSize) }
    guard zip(times, times.dropFirst()).allSatisfy(<), times.allSatisfy(Self.times.contains),
      let indices = take(header.times), let types = take(header.types * 6), let names = take(header.characters),
      take(header.standardFlags + header.universalFlags) != nil
    else { return nil }
    let offsets = stride(from: types.startIndex, to: types.endIndex, by: 6)
      .compactMap { offset(types[$0..<$0 + 6], names: names) }
    guard offsets.count == header.types, let initial = offsets.first, indices.allSatisfy({ $0 < offsets.count }) else {
      return nil
    }
    return (initial, zip(times, indices).map { TimeZoneRules.Onset(moment: $0, offset: offsets[Int($1)]) })
  }

  private func offset(_ type: ArraySlice<UInt8>, names: ArraySlice<UInt8>) -> TimeZoneRules.Offset? {
    let seconds = Self.integer(type.prefix(4))
    let name = names.dropFirst(Int(type[type.startIndex + 5]))
    guard Self.offsets.contains(seconds), let end = name.firstIndex(of: 0) else { return nil }
    return TimeZoneRules.Offset(
      seconds: seconds, isDaylight: type[type.startIndex + 4] != 0,
      abbreviation: String(decoding: name[..<end], as: UTF8.self))
  }

  /// Reads the line at the end of the file, which is a rule or empty.
  mutating func footer() -> String? {
    guard take(1)?.first == UInt8(ascii: "\n"), let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func integer(_ size: Int) -> Int? { take(size).map(Self.integer) }

  /// Decodes a signed integer of 4 or 8 bytes, of which the first is the most significant.
  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return bytes.count == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(truncatingIfNeeded: value))
  }

  /// Range of times: from the first moment that some files contain, 2^59 seconds before 1970, to the end of 9999.
  private static let times = -(1 << 59)...253_402_300_799
  /// Range of offsets: less than 25 hours to the west and 26 hours to the east.
  private static let offsets = -89_999...93_599
}
