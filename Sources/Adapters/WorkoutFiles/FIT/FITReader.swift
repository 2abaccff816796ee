import Text

/// Reads the messages of a FIT file.
///
/// The reader supports both byte orders and chained files. It counts messages of other types, and skips compressed
/// timestamps.
///
/// Source: Garmin, "FIT Protocol".
struct FITReader {
  private let bytes: [UInt8]
  private var offset = 0
  /// Offset at which the records of the current file end; the file can be one of several chained files.
  private var end = 0
  /// Current definition of each local type.
  private var definitions = [FITDefinition?](repeating: nil, count: 16)
  /// Unwanted messages that were skipped, by the number of the message type.
  private(set) var skipped: [UInt16: FITOccurrences] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether the bytes begin with a FIT header, which contains the signature.
  static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.count >= 12 && bytes[8..<12].elementsEqual(signature) }

  private static let signature = ".FIT".utf8

  /// Reads all messages with certain numbers, in file order.
  ///
  /// Zeros and white space after the end of a file are ignored as padding. Anything else must be a chained file, or is
  /// `trailing`.
  ///
  /// - Parameters:
  ///   - isWanted: Returns whether messages of a type are wanted, given the number of the type.
  ///   - limit: Maximum number of messages.
  /// - Returns: The messages.
  /// - Throws: The first problem in the file, with its position.
  mutating func messages(where isWanted: (UInt16) -> Bool, limit: Int) throws(WorkoutFileError) -> [FITMessage] {
    var messages: [FITMessage] = []
    repeat {
      try readHeader()
      definitions = definitions.map { _ in nil }
      while offset < end {
        guard let message = try record(where: isWanted) else { continue }
        messages.append(message)
        guard messages.count <= limit else { throw error(.tooManyMessages(limit: limit), at: offset) }
      }
      offset = bytes[(offset + 2)...].firstIndex { $0 != 0 && !$0.isXMLSpace } ?? bytes.count
    } while Self.recognizes(Array(bytes[offset...].prefix(12)))
    return messages
  }

  /// Loss of the bytes after the last file; nil if only padding follows.
  var trailing: Loss? {
    let count = bytes.count - offset
    guard count > 0 else { return nil }
    return .unsupported("trailing data of \(count.counted("byte"))", count: 1, first: .offset(offset))
  }

  /// Reads the first message of a file; nil if the file begins with anything other than a definition and a message.
  ///
  /// The end of the file can be missing.
  static func firstMessage(of bytes: [UInt8]) -> FITMessage? {
    guard recognizes(bytes), bytes.count > Int(bytes[0]) else { return nil }
    var reader = FITReader(bytes)
    (reader.offset, reader.end) = (Int(bytes[0]), bytes.count)
    guard (try? reader.record { _ in true }) == nil, reader.offset < reader.end else { return nil }
    return try? reader.record { _ in true }
  }

  /// Reads the header of a file, and checks the size of the file and the checksums.
  private mutating func readHeader() throws(WorkoutFileError) {
    let start = offset
    guard Self.recognizes(Array(bytes[start...].prefix(12))) else { throw error(.noSignature, at: start) }
    let headerSize = Int(bytes[start])
    guard headerSize >= 12 else { throw error(.headerSize(headerSize), at: start) }
    let major = bytes[start + 1] >> 4
    guard major <= 2 else { throw error(.protocolVersion(Int(major)), at: start + 1) }
    let size = littleEndian(4, at: start + 4)
    let expected = headerSize + size + 2
    guard bytes.count - start >= expected else {
      throw error(.endsEarly(bytes: bytes.count - start, expected: expected), at: bytes.count)
    }
    if headerSize >= 14 {
      // The checksum of the header is optional; 0 means that it is missing.
      let (stored, computed) = (littleEndian(2, at: start + 12), Int(fitChecksum(bytes[start..<start + 12])))
      guard stored == 0 || stored == computed else {
        throw error(.checksum(stored: stored, computed: computed), at: start + 12)
      }
    }
    offset = start + headerSize
    end = offset + size
    let (stored, computed) = (littleEndian(2, at: end), Int(fitChecksum(bytes[start..<end])))
    guard stored == computed else { throw error(.checksum(stored: stored, computed: computed), at: end) }
  }

  /// Reads a record; nil if the record is a definition or an unwanted message.
  private mutating func record(where isWanted: (UInt16) -> Bool) throws(WorkoutFileError) -> FITMessage? {
    let start = offset
    let header = bytes[start]
    offset += 1
    guard header & 0x80 != 0 || header & 0x40 == 0 else {
      definitions[Int(header & 0xF)] = try definition(hasDeveloperFields: header & 0x20 != 0)
      return nil
    }
    let localType = Int(header & 0x80 != 0 ? header >> 5 & 0x3 : header & 0xF)
    guard let definition = definitions[localType] else { throw error(.undefined(localType: localType), at: start) }
    let content = try take(definition.size)
    guard isWanted(definition.messageNumber) else {
      skipped[definition.messageNumber, default: FITOccurrences(first: start)].count += 1
      return nil
    }
    return FITMessage(definition, content, offset: start)
  }

  private mutating func definition(hasDeveloperFields: Bool) throws(WorkoutFileError) -> FITDefinition {
    let start = offset
    let head = Array(try take(5))
    guard head[1] <= 1 else { throw error(.byteOrder(Int(head[1])), at: start + 1) }
    let isBigEndian = head[1] == 1
    let number = isBigEndian ? UInt16(head[2]) << 8 | UInt16(head[3]) : UInt16(head[3]) << 8 | UInt16(head[2])
    var fields: [FITDefinition.Field] = []
    for _ in 0..<head[4] {
      let field = Array(try take(3))
      let type = FITBaseType(rawValue: field[2]).flatMap { Int(field[1]) % $0.size == 0 ? $0 : nil }
      // An empty field has no value.
      if field[1] > 0 { fields.append(FITDefinition.Field(number: field[0], size: Int(field[1]), type: type)) }
    }
    var developerSize = 0
    if hasDeveloperFields {
      for _ in 0..<(try take(1).first ?? 0) { developerSize += Int(Array(try take(3))[1]) }
    }
    return FITDefinition(
      messageNumber: number, isBigEndian: isBigEndian, fields: fields, developerSize: developerSize)
  }

  /// Consumes the next bytes of the records.
  private mutating func take(_ count: Int) throws(WorkoutFileError) -> ArraySlice<UInt8> {
    guard count <= end - offset else { throw error(.recordEndsEarly, at: offset) }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  private func littleEndian(_ count: Int, at offset: Int) -> Int {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func error(_ reason: WorkoutFileError.Reason, at offset: Int) -> WorkoutFileError {
    WorkoutFileError(reason, at: .offset(offset))
  }
}
