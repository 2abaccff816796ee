import FoundationEssentials

/// A picture of a screen in the format PPM, with 8 or 16 bits for each colour; see ppm(5).
struct ScreenPicture: Equatable {
  let path: String
  private let bytes: Data
  /// Number of bytes that precede the first pixel.
  private let offset: Int
  private let width: Int
  private let height: Int
  private let bytesPerPixel: Int

  /// Reads a picture.
  ///
  /// - Throws: An error of the file system, or `Unreadable`.
  init(path: String) throws {
    bytes = try Data(contentsOf: URL(filePath: path))
    self.path = path
    // The header has the fields `P6`, width, height and maximum value, and ends with one white-space character.
    var fields: [Int] = []
    var position = 2
    while fields.count < 3, position < bytes.count {
      let field = bytes[position...].drop { !Self.isDigit($0) }.prefix(while: Self.isDigit)
      fields.append(Int(String(decoding: field, as: UTF8.self)) ?? 0)
      position = field.endIndex
    }
    guard bytes.starts(with: [UInt8(ascii: "P"), UInt8(ascii: "6")]), fields.count == 3 else {
      throw Unreadable(path: path)
    }
    (width, height, bytesPerPixel) = (fields[0], fields[1], fields[2] < 256 ? 3 : 6)
    offset = position + 1
    guard bytes.count >= offset + width * height * bytesPerPixel else { throw Unreadable(path: path) }
  }

  static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Returns the pixels of a part of the picture.
  func pixels(in area: ScreenArea) -> [Data] {
    let columns = max(0, area.x)..<min(width, area.x + area.width)
    let rows = max(0, area.y)..<min(height, area.y + area.height)
    return rows.map { row in
      let begin = offset + (row * width + columns.lowerBound) * bytesPerPixel
      return bytes[begin..<begin + columns.count * bytesPerPixel]
    }
  }

  /// Whether all pixels of a part of the picture are white; nil if not.
  func isWhite(in area: ScreenArea) -> Bool? {
    pixels(in: area).allSatisfy { $0.allSatisfy { $0 == 0xff } } ? true : nil
  }

  /// The error for a file that is not a complete picture.
  struct Unreadable: Error {
    let path: String
  }
}
