import TestSupport

/// The words that tesseract(1) recognizes in a picture of the screen.
struct ScreenText {
  struct Word {
    let text: String
    /// The position of the word on the screen.
    let area: ScreenArea
    /// Identifies the line of the word.
    let line: [Int]
  }

  let words: [Word]

  /// Factor by which a picture is enlarged, so that letters of a screen have the size of printed letters.
  private static let scale = 3

  /// Reads a part of a picture.
  static func read(_ picture: String, area: ScreenArea, on desktop: Desktop) async throws -> ScreenText {
    let script = """
      convert "$1" -crop "$2" +repage -colorspace Gray -resize \(scale * 100)% -depth 8 pgm:- |
        OMP_THREAD_LIMIT=1 tesseract stdin stdout --psm 11 -l eng quiet tsv
      """
    let table = try await desktop.run("sh", ["-c", script, "sh", picture, area.geometry])
    return ScreenText(words: table.compactMap { word(in: $0, area: area) })
  }

  /// Reads a line of tesseract's table: level, page, block, paragraph, line, word, left, top, width, height, confidence
  /// and text.
  private static func word(in line: String, area: ScreenArea) -> Word? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 12, fields[0] == "5", fields[11].contains(where: { !$0.isWhitespace }) else { return nil }
    let numbers = fields[..<10].compactMap { Int($0) }
    guard numbers.count == 10 else { return nil }
    return Word(
      text: String(fields[11]),
      area: ScreenArea(
        x: area.x + numbers[6] / scale, y: area.y + numbers[7] / scale, width: numbers[8] / scale,
        height: numbers[9] / scale),
      line: Array(numbers[2...4]))
  }

  /// The lines without spaces, because spaces between narrow letters are not recognized reliably.
  var lines: [String] {
    var lines: [(key: [Int], text: String)] = []
    for word in words {
      if lines.last?.key == word.line {
        lines[lines.count - 1].text += word.text
      } else {
        lines.append((word.line, word.text))
      }
    }
    return lines.map { $0.text.filter { $0 != " " } }
  }

  /// Returns the number of lines that contain a phrase.
  func count(_ phrase: String) -> Int {
    let phrase = phrase.filter { $0 != " " }
    return lines.count { $0.contains(phrase) }
  }

  func contains(_ phrase: String) -> Bool { count(phrase) > 0 }

  /// Returns a word with exactly this text; nil unless the word is on the screen.
  func word(_ text: String) -> Word? { words.first { $0.text == text } }
}
