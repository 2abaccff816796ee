/// An XML document in an encoding that expat supports, without white space and byte order marks at its start, and
/// without zeros at its end.
///
/// Expat does not support windows-1252, and refuses a declaration that contradicts the bytes. Such a document is
/// converted to UTF-8, or its declaration is not used.
struct XMLDocument {
  let bytes: [UInt8]
  /// Encoding of `bytes`; nil if the parser must use the declared encoding.
  let encoding: String?
  /// Number of lines before the first element or the declaration, which `bytes` does not contain.
  let removedLines: Int
  /// Assumption about the encoding; nil if the file is in the declared encoding, or in UTF-8 without a declaration.
  let assumption: Loss?

  init(_ file: [UInt8]) {
    let converted = Self.utf8(fromUTF16: file)
    let whole = converted ?? file
    let start = Self.start(of: whole)
    let end = whole.lastIndex { $0 != 0 }.map { $0 + 1 } ?? start
    let document = whole[start..<max(start, end)]
    removedLines = whole[..<start].count { $0 == UInt8(ascii: "\n") }
    let declared = Self.declaredEncoding(of: document)
    let isUTF16 = converted != nil
    let isUTF8 = String(validating: document, as: UTF8.self) != nil
    let isASCII = document.allSatisfy { $0 < 0x80 }
    let hasMark = whole[..<start].contains(Self.mark[0])
    let isContradicted =
      if let declared {
        isUTF16
          ? !Self.isUTF16(declared)
          : !Self.isUTF8(declared) && (hasMark || Self.isUTF16(declared) || isUTF8 && !isASCII)
      } else {
        false
      }
    if let declared, isContradicted {
      assumption = .assumed(
        "the declared encoding \(declared) does not match the file", readAs: isUTF16 ? "UTF-16" : "UTF-8")
      (bytes, encoding) = (Array(document), "UTF-8")
    } else if declared == nil && !isUTF8 && !hasMark || declared.map(Self.windows1252.contains) == true {
      assumption = declared == nil ? .assumed("the file is not in UTF-8", readAs: "windows-1252") : nil
      (bytes, encoding) = (Array(String(windows1252: document).utf8), "UTF-8")
    } else {
      assumption = nil
      let isKnown = declared.map { Self.isUTF8($0) || isUTF16 } ?? true
      (bytes, encoding) = (Array(document), isKnown || isASCII ? "UTF-8" : nil)
    }
  }

  /// Byte order mark in UTF-8.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Names of windows-1252 and of ISO 8859-1, whose characters have the same bytes in windows-1252.
  private static let windows1252: Set = ["windows-1252", "cp1252", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1"]

  private static func isUTF8(_ encoding: String) -> Bool { ["utf-8", "utf8"].contains(encoding) }

  /// Whether an encoding has characters of at least two bytes, in which an ASCII declaration is impossible.
  private static func isUTF16(_ encoding: String) -> Bool {
    ["utf-16", "utf16", "ucs-2", "iso-10646-ucs-2", "unicode"].contains { encoding.hasPrefix($0) }
  }

  /// Converts a file in UTF-16, with or without a byte order mark; nil for any other encoding.
  private static func utf8(fromUTF16 file: [UInt8]) -> [UInt8]? {
    // Some editors add a single byte at the end.
    let isOdd = !file.count.isMultiple(of: 2)
    guard file.count >= 2, !isOdd || file.last.map({ $0 == 0 || $0.isXMLSpace }) == true else { return nil }
    let isBigEndian: Bool
    switch (file[0], file[1]) {
    case (0xFF, 0xFE), (1..., 0): isBigEndian = false
    case (0xFE, 0xFF), (0, 1...): isBigEndian = true
    default: return nil
    }
    let (high, low) = isBigEndian ? (0, 1) : (1, 0)
    let units = stride(from: 0, to: isOdd ? file.count - 1 : file.count, by: 2).map { index -> UInt16 in
      UInt16(file[index + high]) << 8 | UInt16(file[index + low])
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// Returns the index after the white space and the byte order marks at the start of a file, in any order.
  private static func start(of file: [UInt8]) -> Int {
    var index = 0
    while index < file.count {
      if file[index].isXMLSpace {
        index += 1
      } else if file[index...].starts(with: mark) {
        index += mark.count
      } else {
        break
      }
    }
    return index
  }

  /// Encoding in the XML declaration, in lower case; nil if the declaration is missing or does not name an encoding.
  private static func declaredEncoding(of document: ArraySlice<UInt8>) -> String? {
    guard document.starts(with: "<?xml".utf8) else { return nil }
    let declaration = document.prefix(200).prefix { $0 != UInt8(ascii: ">") }
    let words = String(decoding: declaration, as: UTF8.self).split { " \t\r\n=?'\"".contains($0) }
    guard let name = words.firstIndex(of: "encoding"), name + 1 < words.count else { return nil }
    return words[name + 1].lowercased()
  }
}

extension UInt8 {
  /// Whether the byte is white space in XML: a space, a tab, a line feed or a carriage return.
  var isXMLSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
