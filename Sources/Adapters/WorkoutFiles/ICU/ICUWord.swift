import WorkoutModel

/// A word of a line: the text between white space, between commas that separate no digits, or from an `@`.
///
/// `warm up` and `cool down` are one word each; see `withWholeKinds`.
struct ICUWord: Equatable {
  /// The word as in the file.
  var text: Substring {
    didSet { value = Self.value(of: text) }
  }
  /// Whether no space precedes the word, because it was separated from the word before it.
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

  /// Splits a text without white space after its commas and before an `@`.
  ///
  /// The comma in `1,5km` belongs to a number.
  static func words(in text: Substring) -> [ICUWord] {
    var words: [ICUWord] = []
    var start = text.startIndex
    for index in text.indices where text[index] == "," || text[index] == "@" {
      let end = text[index] == "@" ? index : text.index(after: index)
      guard end < text.endIndex, end > start, text[index] == "@" || !isDecimal(text[start..<index], text[end]) else {
        continue
      }
      words.append(ICUWord(text[start..<end], isGlued: start > text.startIndex))
      start = end
    }
    return words + [ICUWord(text[start...], isGlued: start > text.startIndex)]
  }

  /// Whether a comma belongs to a number, because the text before it is a number and a digit follows.
  private static func isDecimal(_ text: Substring, _ next: Character) -> Bool {
    !text.isEmpty && text.allSatisfy(\.isNumber) && next.isNumber
  }

  /// The value without parentheses and marks of Markdown around the word, or around words that begin or end with it.
  var bare: Substring {
    var text = value
    while let first = text.first, "([*_".contains(first) { text.removeFirst() }
    while let last = text.last, ")]*_;:.".contains(last) { text.removeLast() }
    return text
  }

  /// Whether a parenthesis precedes the word.
  var opensParenthesis: Bool { value.first == "(" || value.first == "[" }

  /// The kind that the word names, such as `rest` or `recovery`; nil for any other word.
  var kind: Kind? { bare == "active" ? nil : Kind(icuWord: bare) }

  /// Whether the word is about the measurement of a watch, such as `hr=lap`.
  var isMeasurementMode: Bool {
    let parts = value.split(separator: "=", maxSplits: 1)
    return parts.count == 2 && ["hr", "power", "pace"].contains(parts[0]) && Self.measurementWindows.contains(parts[1])
  }

  /// Windows over which a watch averages a measurement.
  private static let measurementWindows: Set<Substring> = ["lap", "instant", "1s", "3s", "5s", "10s", "30s", "60s"]

  /// Whether the word can be between a time and its kind, as in `5m 50% rest` and `2m easy walk`.
  ///
  /// Other words, such as `no` in `no rest`, can change the meaning of the kind. A kind after a comma is text.
  var precedesKind: Bool {
    if endsWithComma { return false }
    return value.first?.isNumber == true || value.first == "z" && value.dropFirst().first?.isNumber == true
      || isQuality || Self.targetWords.contains(value)
  }

  private static let targetWords: Set<Substring> = [
    "@", "pace", "hr", "lthr", "mmp", "ftp", "power", "rpm", "rpe", "ramp", "freeride", "zone",
  ]

  /// Whether the word describes how an interval of any kind is done, such as `easy` in `easy walk`.
  var isQuality: Bool { Self.qualities.contains(value) }

  private static let qualities: Set<Substring> = [
    "active", "brisk", "complete", "easy", "fast", "full", "gentle", "hard", "light", "passive", "short", "slow",
    "standing", "static", "steady", "total", "very",
  ]
}

extension Kind {
  /// The kind that a word in lower case names; nil for any other word.
  init?(icuWord word: Substring) {
    switch word {
    case "active": self = .run
    case "interval": self = .work
    default: self.init(title: String(word))
    }
  }

  /// Whether an interval of this kind is a pause between other intervals.
  var isRest: Bool { self == .rest || self == .recover }
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

extension [ICUWord] {
  /// The words, with `warm up` and `cool down` as one word each, because they name kinds.
  var withWholeKinds: [ICUWord] {
    reduce(into: []) { words, word in
      let whole = words.last.map { ICUWord($0.text + " " + word.text, isGlued: $0.isGlued) }
      if let whole, ["warm up", "cool down"].contains(whole.bare) {
        words[words.count - 1] = whole
      } else {
        words.append(word)
      }
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
