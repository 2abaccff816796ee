/// An answer of the service: lines such as `251-espeak-ng`, and `251 OK GET RETURNED` as the last.
struct SpeechReply: Equatable {
  /// 100 to 299 is a yes, from 700 on it comes unasked, and anything else is a no.
  private(set) var code = 0
  /// The texts of the lines but the last.
  private(set) var values: [Substring] = []
  private(set) var isComplete = false

  /// No reply that is known comes near it.
  static let lineLimit = 64

  var isYes: Bool { (100..<300).contains(code) }

  /// Takes the next line, which it came with a line break or without; false if it is none of the protocol.
  mutating func take(_ line: String) -> Bool {
    let text = line.utf8.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    let digits = text.prefix(3)
    guard digits.count == 3, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let code = Int(Substring(digits)), let mark = text.dropFirst(3).first, values.count < Self.lineLimit
    else { return false }
    self.code = code
    switch mark {
    case UInt8(ascii: "-"): values.append(Substring(text.dropFirst(4)))
    case UInt8(ascii: " "): isComplete = true
    default: return false
    }
    return true
  }
}
