import Text
import WorkoutModel

/// A line in the notation of a training log, of another program or of another language.
///
/// The line is split into tokens, which a `ForeignReader` reads as steps.
struct ForeignLine {
  var tokens: [Token] = []
  /// The words as they were typed, by their form in lower case.
  private var typedWords: [String: String] = [:]

  enum Token: Equatable {
    /// A whole or decimal number, or a clock time.
    case number(String)
    /// A word in lower case.
    case word(String)
    /// A text in quotes, without the quotes.
    case text(String)
    case sign(Character)

    var text: String {
      switch self {
      case .number(let text), .word(let text), .text(let text): text
      case .sign(let sign): String(sign)
      }
    }
  }

  /// Maximum length of a line, in bytes; a longer line is not rewritten.
  static let maxBytes = 200

  /// Splits a line into tokens.
  init(_ line: String) {
    let characters = Array(String(String.UnicodeScalarView(line.unicodeScalars.flatMap(\.inPlanNotation))))
    var lexer = Lexer(characters: characters[...])
    while lexer.readToken() {}
    (tokens, typedWords) = (lexer.tokens, lexer.typedWords)
    // The number of an item in a list is not part of the plan.
    if tokens.count > 2, case .number = tokens[0], [.sign("."), .sign(")")].contains(tokens[1]) {
      tokens.removeFirst(2)
    }
    tokens = tokens.map { token in
      switch token {
      case .sign("["), .sign("{"): .sign("(")
      case .sign("]"), .sign("}"): .sign(")")
      default: token
      }
    }
  }

  /// A word as it was typed.
  func typed(_ word: String) -> String { typedWords[word] ?? word }

  /// The tokens as a line.
  var text: String {
    tokens.map(\.text).joined(separator: " ")
  }
}

extension Unicode.Scalar {
  /// The ASCII characters that a scalar probably means; empty for an invisible scalar.
  ///
  /// The scalars are full-width characters, digits of other scripts, and signs of word processors.
  fileprivate var inPlanNotation: [Unicode.Scalar] {
    if isASCII { return [self] }
    if (0xFF01...0xFF5E).contains(value), let scalar = Unicode.Scalar(value - 0xFEE0) { return [scalar] }
    if properties.numericType == .decimal, let digit = properties.numericValue {
      return Array(String(Int(digit)).unicodeScalars)
    }
    switch self {
    case "“", "”", "„", "‟", "«", "»", "″": return ["\""]
    case "‘", "’", "‚", "‛", "′": return ["'"]
    case "–", "—", "−", "‐", "‑": return ["-"]
    case "×", "✕", "✖", "х": return ["x"]
    case "→": return ["-", ">"]
    case "、", "،": return [","]
    case "；": return [";"]
    case "⁄", "∕", "÷": return ["/"]
    case "·", "∙", "•", "‧": return ["*"]
    case "秒": return [" ", "s", " "]
    case "分": return [" ", "m", " "]
    case "½": return [".", "5"]
    case "\u{2028}", "\u{2029}": return [","]
    default: break
    }
    if properties.isWhitespace { return [" "] }
    return isVisible ? [self] : []
  }
}

/// Splits characters into tokens.
private struct Lexer {
  var characters: ArraySlice<Character>
  var tokens: [ForeignLine.Token] = []
  var typedWords: [String: String] = [:]

  /// Reads spaces and a token; returns false at the end or at a comment.
  mutating func readToken() -> Bool {
    while characters.first?.isWhitespace == true { characters.removeFirst() }
    guard let first = characters.first, first != "#" else { return false }
    if first.isDigit || first == "." && characters.dropFirst().first?.isDigit == true {
      readNumber()
    } else if first.isLetter {
      if !readName() { readWord(isAfterNumber: false) }
    } else if first == "\"" || first == "'" {
      readText(until: first)
    } else {
      tokens.append(.sign(characters.removeFirst()))
    }
    return true
  }

  private mutating func digits() -> String {
    let digits = characters.prefix { $0.isDigit }
    characters = characters.dropFirst(digits.count)
    return String(digits)
  }

  /// Reads a number, and a unit that follows it without a space.
  private mutating func readNumber() {
    var text = digits()
    if characters.first == ":", characters.dropFirst().first?.isDigit == true {
      while characters.first == ":", characters.dropFirst().first?.isDigit == true {
        characters.removeFirst()
        let field = digits()
        text += ":\(field)"
      }
    } else if let separator = characters.first, ".,".contains(separator), characters.dropFirst().first?.isDigit == true
    {
      var ahead = self
      ahead.characters.removeFirst()
      let decimals = ahead.digits()
      // A comma without a unit after the number separates two numbers.
      let unit = ahead.characters.drop { $0 == " " }.first
      if separator == "." || unit?.isLetter == true && unit != "x" {
        self = ahead
        text = separator == "," && decimals.count == 3 ? text + decimals : "\(text.isEmpty ? "0" : text).\(decimals)"
      }
    }
    if characters.first == "e", let power = characters.dropFirst().first?.wholeNumberValue, (1...5).contains(power) {
      characters = characters.dropFirst(2)
      text += String(repeating: "0", count: power)
    }
    if readPrimes(after: text) { return }
    tokens.append(.number(text))
    if characters.first?.isLetter == true { readWord(isAfterNumber: true) }
  }

  /// Reads minutes and seconds with primes, such as `5'30"`, of which the minutes have been read.
  private mutating func readPrimes(after number: String) -> Bool {
    guard let prime = characters.first, prime == "'" || prime == "\"" else { return false }
    var ahead = self
    ahead.characters.removeFirst()
    let isSeconds = prime == "\"" || ahead.characters.first == "'"
    if isSeconds {
      if prime == "'" { ahead.characters.removeFirst() }
      ahead.tokens += [.number(number), .word("s")]
    } else {
      let seconds = ahead.digits()
      guard seconds.isEmpty || seconds.count == 2 else { return false }
      while let end = ahead.characters.first, end == "'" || end == "\"" { ahead.characters.removeFirst() }
      let rest = String(ahead.characters.drop { $0 == " " }.prefix(3)).lowercased()
      if !seconds.isEmpty, rest.hasPrefix("/") || rest == "per" {
        ahead.tokens.append(.number("\(number):\(seconds)"))
      } else {
        ahead.tokens += [.number(number), .word("m")] + (seconds.isEmpty ? [] : [.number(seconds), .word("s")])
      }
    }
    self = ahead
    return true
  }

  /// Reads a word with digits, such as `c25k` or `w1d1`; returns false for `R90` or `Z2`, which are two tokens.
  private mutating func readName() -> Bool {
    let name = String(characters.prefix { $0.isLetter || $0.isDigit })
    let word = name.lowercased()
    guard word.contains(where: \.isDigit), !Self.prefixes.contains(String(word.prefix { $0.isLetter })) else {
      return false
    }
    characters = characters.dropFirst(name.count)
    typedWords[word] = name
    tokens.append(.word(word))
    return true
  }

  /// Words before a number without a space.
  private static let prefixes = [
    "r", "z", "x", "w", "e", "rpe", "hr", "hf", "rec", "zone", "wu", "cd", "emom", "amrap", "t",
  ]

  /// Reads a word; after a number, a unit and a kind without a space, such as `srun`, are two words.
  private mutating func readWord(isAfterNumber: Bool) {
    var typed = ""
    while let next = characters.first {
      let isJoined = "-'’".contains(next) && !isAfterNumber && characters.dropFirst().first?.isLetter == true
      guard next.isLetter || isJoined else { break }
      typed.append(next)
      characters.removeFirst()
    }
    var word = typed.lowercased()
    // The abbreviations `w/u` and `c/d` of warm-up and cool-down.
    for (first, second) in [("w", "u"), ("c", "d")]
    where word == first && String(characters.prefix(2)).lowercased() == "/\(second)"
      && characters.dropFirst(2).first?.isLetter != true
    {
      characters = characters.dropFirst(2)
      word += second
    }
    if !isAfterNumber, let meant = Vocabulary.number(word) {
      tokens += [.number(meant.number)] + (meant.next.map { [.word($0)] } ?? [])
      return
    }
    typedWords[word] = typed
    if isAfterNumber {
      for unit in Scanner.goalUnits + ["x"]
      where word.hasPrefix(unit) && Kind(spelling: word.dropFirst(unit.count)) != nil {
        tokens += [.word(unit), .word(String(word.dropFirst(unit.count)))]
        return
      }
    }
    tokens.append(.word(word))
  }

  /// Reads a text in quotes; a quote without an end is left out, and quotes around the whole line too.
  private mutating func readText(until quote: Character) {
    let rest = characters.dropFirst()
    guard let end = rest.firstIndex(of: quote) else {
      characters.removeFirst()
      return
    }
    let content = rest[..<end]
    if tokens.isEmpty, content.contains(where: \.isDigit), let last = rest.lastIndex(of: quote),
      rest[last...].dropFirst().allSatisfy(\.isWhitespace)
    {
      characters = rest[..<last]
    } else {
      characters = rest[rest.index(after: end)...]
      tokens.append(.text(String(content)))
    }
  }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }
}
