/// A reply of the service: lines such as `251-espeak-ng`, and then a last line such as `251 OK GET RETURNED`.
struct SpeechReply: Equatable {
  /// The code of the reply: 100–299 is a success, 700 and above is a notification, and any other code is an error.
  private(set) var code = 0
  /// The texts of all lines except the last.
  private(set) var values: [Substring] = []
  private(set) var isComplete = false

  /// The maximum number of lines in a reply; known replies have far fewer lines.
  static let lineLimit = 64

  /// The codes of the notifications that a text has ended, or was cut off.
  static let ended = 702
  static let cutOff = 703

  var isSuccess: Bool { (100..<300).contains(code) }
  var isNotification: Bool { code >= 700 }
  var isEnd: Bool { code == Self.ended || code == Self.cutOff }

  /// Appends the next line, with or without its line break.
  ///
  /// - Returns: Whether the line conforms to the protocol.
  mutating func append(_ line: String) -> Bool {
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
