import CPulse
import Concurrency
import Glibc
import Text

/// The commands of the protocol.
extension SpeechConnection {
  /// The module that the service uses if no synthesizer works; it only plays a recorded error message.
  private static let noSynthesizer = "dummy"

  /// Returns the name of the synthesizer; throws `noVoice` if no synthesizer works.
  mutating func synthesizer() throws(SpeechFailure) -> String {
    let question = "GET OUTPUT_MODULE"
    guard let name = try ask(question).values.first else { throw SpeechFailure(.failed, context: question) }
    guard name != Self.noSynthesizer else { throw SpeechFailure(.noVoice) }
    return String(name)
  }

  /// Returns whether a voice of the synthesizer speaks a language; nil if the synthesizer lists no voices.
  ///
  /// The reply has a line for each voice, such as `249-English (America)\ten-us\tnone`. The lines that follow a suitable
  /// voice are not read, so the connection cannot be used afterwards. The corresponding C function is `recv(2)`.
  func hasVoice(for language: String, within limit: Duration) throws(SpeechFailure) -> Bool? {
    let question = "LIST SYNTHESIS_VOICES"
    try send("\(question)\r\n", as: question)
    let deadline = ContinuousClock.now + limit
    var (rest, hasVoices) = ([UInt8](), false)
    var buffer = [UInt8](repeating: 0, count: Self.lineLimit)
    while .now < deadline, rest.count < Self.lineLimit {
      // `buffer` has room for `buffer.count` bytes.
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      // EAGAIN means that nothing arrived within the time limit of the socket.
      if count < 0, errno == EAGAIN { continue }
      guard count > 0 else { break }
      let lines = (rest + buffer[..<count]).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines.dropLast() {
        let fields = String(decoding: line, as: UTF8.self).split(separator: "\t")
        guard fields.count > 1 else { return hasVoices ? false : nil }
        hasVoices = true
        if fields[1].primaryLanguage == language.primaryLanguage { return true }
      }
      rest = Array(lines.last ?? [])
    }
    throw SpeechFailure(.noAnswer, context: question)
  }

  /// Applies the settings to all later texts.
  mutating func apply(_ settings: VoiceSettings) throws(SpeechFailure) {
    // An invalid language tag is not sent, because the tag could contain further commands of the protocol.
    if let language = settings.language, language.utf8.allSatisfy(Self.isValidInTag) {
      try ask("SET SELF LANGUAGE \(language)")
    }
    if let rate = settings.rate { try ask("SET SELF RATE \(Self.scaled(rate))") }
    if let volume = settings.volume { try ask("SET SELF VOLUME \(Self.scaled(volume))") }
  }

  /// Speaks a text after other texts of the same priority.
  ///
  /// The priority is `MESSAGE`. A text of a lower priority is dropped when another program speaks. A text of the
  /// priority `IMPORTANT` would make all other texts wait.
  ///
  /// - Returns: The service's number of the text.
  @discardableResult
  mutating func say(_ text: SpokenText) throws(SpeechFailure) -> Substring {
    try ask("SET SELF PRIORITY MESSAGE")
    try ask("SPEAK")
    // A line with only a dot ends the text, so a dot at the beginning of a line is doubled.
    let dot = text.words.utf8.first == UInt8(ascii: ".") ? "." : ""
    let words =
      marksEnds
      ? "<speak>\(text.words.escapedAsXML)<mark name=\"\(SpeechReply.endMark)\"/></speak>" : "\(dot)\(text.words)"
    return try ask("\(words)\r\n.", as: "SPEAK").values.first ?? ""
  }

  /// Cuts off the current text of this connection, and discards the waiting texts of this connection.
  mutating func cancel() throws(SpeechFailure) {
    try ask("CANCEL SELF")
  }

  /// Makes the server report the end of each later text.
  ///
  /// The most exact report is that of a mark at the end of the text, but not all synthesizers report marks. If PipeWire
  /// plays the text, speech-dispatcher 0.12 reports the end itself late or never, because it first waits until PipeWire
  /// reports no delay.
  mutating func reportEnds() throws(SpeechFailure) {
    for event in ["INDEX_MARKS", "END", "CANCEL"] { try ask("SET SELF NOTIFICATION \(event) ON") }
    try ask("SET SELF SSML_MODE ON")
    marksEnds = true
  }

  /// Waits for the end of a text after `reportEnds`; the connection cannot be used afterwards.
  ///
  /// - Throws: `cutOff` if the text was cut off; `noAnswer` if the text has not ended within the limit.
  mutating func waitForEnd(of text: Substring, within limit: Duration) throws(SpeechFailure) {
    guard setTimeout(limit) == 0 else { throw SpeechFailure(.failed, context: "setsockopt") }
    // The server sends notifications about the text, for example "700-21", "700-1", "700-end", "700 INDEX MARK".
    let deadline = ContinuousClock.now + limit
    while !hasEnded(text) { _ = try reply(to: "SPEAK", by: deadline) }
    if latestEnd?.code == SpeechReply.cutOff { throw SpeechFailure(.cutOff) }
  }

  /// Waits until a text has ended, the signal is set, or the deadline has passed; returns whether the signal is set.
  ///
  /// The text must have been spoken after `reportEnds`. The corresponding C function is `poll(2)`.
  mutating func waitForEnd(
    of text: Substring, or signal: WakeSignal, by deadline: ContinuousClock.Instant
  ) throws(SpeechFailure) -> Bool {
    while !hasEnded(text), .now < deadline {
      var files = [
        pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      // The array outlives the call, and has two elements.
      let count = unsafe poll(&files, 2, (deadline - .now).inTimeoutMilliseconds())
      if files[1].revents != 0 { return true }
      guard count > 0, files[0].revents != 0 else { continue }
      _ = try reply(to: "SPEAK", by: .now + replyLimit)
    }
    return false
  }

  private func hasEnded(_ text: Substring) -> Bool { latestEnd?.values.first == text }

  /// Whether the service has reported that a text was spoken to its end.
  func hasSpoken(_ text: Substring) -> Bool { hasEnded(text) && latestEnd?.code != SpeechReply.cutOff }

  /// Maps 0–100 to the protocol's range of -100 to 100.
  private static func scaled(_ value: Int) -> Int {
    2 * min(max(value, 0), 100) - 100
  }

  private static func isValidInTag(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}

/// The lines of the protocol.
extension SpeechConnection {
  /// The maximum length of a line in bytes; known replies are much shorter.
  private static let lineLimit = 4096

  /// Sends a line and returns the reply.
  ///
  /// - Parameters:
  ///   - line: The line without its line break.
  ///   - name: The name of the command, for use in failures (default: the line).
  /// - Returns: The reply, if it reports success.
  /// - Throws: `failed` if the reply reports an error; `noAnswer` if no reply arrives within the limit.
  @discardableResult
  private mutating func ask(_ line: String, as name: String? = nil) throws(SpeechFailure) -> SpeechReply {
    let name = name ?? line
    try send("\(line)\r\n", as: name)
    let deadline = ContinuousClock.now + replyLimit
    var reply = try reply(to: name, by: deadline)
    // The end of a text may be reported before the reply.
    while reply.isNotification { reply = try self.reply(to: name, by: deadline) }
    guard reply.isSuccess else { throw SpeechFailure(.failed, context: name) }
    return reply
  }

  /// Sends a text; the corresponding C function is `send(2)`.
  private func send(_ text: String, as name: String) throws(SpeechFailure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // The buffer outlives the call, and `bytes.count` is the size of the buffer.
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw SpeechFailure(.noAnswer, context: name) }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads a reply or a notification, and remembers the end of a text.
  private mutating func reply(
    to name: String, by deadline: ContinuousClock.Instant
  ) throws(SpeechFailure) -> SpeechReply {
    var reply = SpeechReply()
    while !reply.isComplete {
      let line = try line(to: name, by: deadline)
      guard reply.append(line) else { throw SpeechFailure(.failed, context: name) }
    }
    if reply.isEnd { latestEnd = reply }
    return reply
  }

  /// Reads one line, and no bytes of the next line; the corresponding C function is `recv(2)`.
  private func line(to name: String, by deadline: ContinuousClock.Instant) throws(SpeechFailure) -> String {
    var bytes: [UInt8] = []
    while bytes.last != UInt8(ascii: "\n") {
      guard bytes.count < Self.lineLimit else { throw SpeechFailure(.failed, context: name) }
      var byte: UInt8 = 0
      // `byte` has room for the one byte that is received.
      guard .now < deadline, unsafe recv(socket, &byte, 1, 0) == 1 else {
        throw SpeechFailure(.noAnswer, context: name)
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A reply of the service: lines such as `251-espeak-ng`, and then a last line such as `251 OK GET RETURNED`.
struct SpeechReply: Equatable {
  /// The code of the reply: 100–299 is a success, 700 and above is a notification, and any other code is an error.
  private(set) var code = 0
  /// The texts of all lines except the last.
  private(set) var values: [Substring] = []
  private(set) var isComplete = false

  /// The maximum number of lines in a reply; known replies have far fewer lines.
  static let lineLimit = 64

  /// The name of the mark at the end of a text.
  static let endMark = "end"

  /// The codes of the notifications that a mark was reached, or that a text has ended, or was cut off.
  private static let markReached = 700
  private static let ended = 702
  static let cutOff = 703

  var isSuccess: Bool { (100..<300).contains(code) }
  var isNotification: Bool { code >= 700 }
  var isEnd: Bool {
    code == Self.ended || code == Self.cutOff || code == Self.markReached && values.last == Substring(Self.endMark)
  }

  /// Appends the next line, with or without its line break.
  ///
  /// - Returns: Whether the line conforms to the protocol.
  mutating func append(_ line: String) -> Bool {
    let text = line.utf8.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    let digits = text.prefix(3)
    guard digits.count == 3, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let code = Int(Substring(digits)), let separator = text.dropFirst(3).first, values.count < Self.lineLimit
    else { return false }
    self.code = code
    switch separator {
    case UInt8(ascii: "-"): values.append(Substring(text.dropFirst(4)))
    case UInt8(ascii: " "): isComplete = true
    default: return false
    }
    return true
  }
}
