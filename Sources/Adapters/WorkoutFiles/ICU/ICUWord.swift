import WorkoutModel

/// A word of a line: the text between white space, or between commas that separate no digits.
struct ICUWord: Equatable {
  /// The word as in the file.
  var text: Substring {
    didSet { value = Self.value(of: text) }
  }
  /// Whether no space precedes the word, because it follows a comma.
  let isGlued: Bool
  /// The word for comparisons: in lower case, without a final comma, and with plain dashes, primes and quotation marks.
  private(set) var value: Substring
  /// Whether a comma follows.
  var endsWithComma: Bool { text.last == "," }

  init(_ text: Substring, isGlued: Bool = false) {
    self.text = text
    self.isGlued = isGlued
    value = Self.value(of: text)
  }

  private static func value(of text: Substring) -> Substring {
    Substring(String((text.last == "," ? text.dropLast() : text).map(\.plain)).lowercased())
  }

  /// Splits a text without white space at its commas.
  ///
  /// The comma in `1,5km` belongs to a number.
  static func words(in text: Substring) -> [ICUWord] {
    var words: [ICUWord] = []
    var start = text.startIndex
    for comma in text.indices where text[comma] == "," {
      let end = text.index(after: comma)
      guard end < text.endIndex, !isDecimal(text[start..<comma], text[end]) else { continue }
      words.append(ICUWord(text[start..<end], isGlued: start > text.startIndex))
      start = end
    }
    return words + [ICUWord(text[start...], isGlued: start > text.startIndex)]
  }

  /// Whether a comma belongs to a number, because the text before it is a number and a digit follows.
  private static func isDecimal(_ text: Substring, _ next: Character) -> Bool {
    !text.isEmpty && text.allSatisfy(\.isNumber) && next.isNumber
  }

  /// The kind that the word names, such as `rest` or `recovery`; nil for any other word.
  var kind: Kind? { Kind(icuWord: inParentheses) }

  /// The value without the parentheses around the word or around the words that begin or end with it.
  var inParentheses: Substring {
    let text = value.first == "(" ? value.dropFirst() : value
    return text.last == ")" ? text.dropLast() : text
  }

  /// Whether the word is about the measurement of a watch, such as `hr=lap`.
  var isMeasurementMode: Bool {
    let parts = value.split(separator: "=", maxSplits: 1)
    return parts.count == 2 && ["hr", "power", "pace"].contains(parts[0]) && Self.measurementWindows.contains(parts[1])
  }

  /// Windows over which a watch averages a measurement.
  private static let measurementWindows: Set<Substring> = ["lap", "instant", "1s", "3s", "5s", "10s", "30s", "60s"]

  /// Whether the word can stand between a time and its kind, as in `5m 50% rest` and `2m easy walk`.
  ///
  /// Other words, such as `no` in `no rest`, can change the meaning of the kind. A kind after a comma is text.
  var precedesKind: Bool {
    if endsWithComma { return false }
    return value.first?.isNumber == true || value.first == "z" && value.dropFirst().first?.isNumber == true
      || Self.qualities.contains(value)
  }

  private static let qualities: Set<Substring> = [
    "pace", "hr", "lthr", "mmp", "ftp", "power", "rpm", "rpe", "ramp", "freeride", "active", "brisk", "complete",
    "easy", "fast",
    "full", "gentle", "hard", "light", "passive", "slow", "standing", "steady",
  ]
}

extension Kind {
  /// The kind that a word in lower case names; nil for any other word.
  init?(icuWord word: Substring) {
    switch word.filter({ $0 != "-" }) {
    case "active": self = .run
    case "interval": self = .work
    case "recovery": self = .recover
    default: self.init(rawValue: String(word))
    }
  }
}

extension Character {
  /// The character that intervals.icu uses for a dash, a prime or a quotation mark of typography.
  fileprivate var plain: Character {
    switch self {
    case "\u{2010}", "\u{2011}", "–", "—", "−": "-"
    case "′", "’", "‘", "´": "'"
    case "″", "”", "“": "\""
    default: self
    }
  }
}

extension Sequence<ICUWord> {
  /// The text of the words as in the file, with single spaces; nil without words.
  var text: String? {
    var text = ""
    for word in self { text += (text.isEmpty || word.isGlued ? "" : " ") + word.text }
    return text.isEmpty ? nil : text
  }
}
