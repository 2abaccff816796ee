import CPulse
import CSpeechd
import Concurrency
import Glibc
import Text

/// A connection to speech-dispatcher: an `SPDConnection` of libspeechd in single mode, which uses no thread.
///
/// libspeechd only opens the connection. This type itself sends the commands and reads the replies (protocol: SSIP),
/// because libspeechd ends the whole process if a reply is missing or violates the protocol.
///
/// Every call may wait for the server. If the server hangs, `open` waits without a limit. All other calls wait at most
/// `replyLimit` for each reply. After a failed call, the connection is unusable.
///
/// `@safe`: this value owns the C object, so the pointer is valid as long as this value exists.
@safe
struct SpeechConnection: ~Copyable {
  private let connection: UnsafeMutablePointer<SPDConnection>
  private let replyLimit: Duration
  /// The latest report that a text has ended or was cut off; such a report may arrive before the reply to a command.
  private var latestEnd: SpeechReply?

  /// The module that the service uses if no synthesizer works; it only plays a recorded error message.
  private static let noSynthesizer = "dummy"
  /// The maximum length of a line in bytes; known replies are much shorter.
  private static let lineLimit = 4096

  /// Connects to the server; the corresponding C function is `spd_open2`.
  ///
  /// In threaded mode, the library may wait forever for a server that has died. Therefore, single mode is used.
  ///
  /// - Parameters:
  ///   - applicationName: The name that the server shows for this client.
  ///   - replyLimit: The time limit for each reply.
  ///   - maySpawn: Whether the library starts a server as a child of this process if no server listens.
  /// - Returns: The connection.
  /// - Throws: `noService`; `noAnswer` if the server does not answer while the connection is opened; `failed`.
  static func open(
    applicationName: String, replyLimit: Duration, maySpawn: Bool
  ) throws(SpeechFailure) -> SpeechConnection {
    // The library writes without MSG_NOSIGNAL, so a lost server would otherwise end this process with SIGPIPE.
    _ = signal(SIGPIPE, SIG_IGN)
    var words: UnsafeMutablePointer<CChar>?
    // The library copies the strings. The caller owns the error message `words`, and frees it with free(3).
    let opened = unsafe spd_open2(applicationName, "cues", nil, SPD_MODE_SINGLE, nil, maySpawn ? 1 : 0, &words)
    defer { unsafe free(words) }
    guard let opened = unsafe opened else {
      throw SpeechFailure(.noService, context: unsafe words.map { unsafe String(cString: $0) } ?? "")
    }
    let connection = unsafe SpeechConnection(owning: opened, replyLimit: replyLimit)
    // `spd_open2` sends the name of this client. If the server does not answer, `spd_open2` closes the stream.
    guard unsafe opened.pointee.stream != nil else { throw SpeechFailure(.noAnswer, context: "spd_open2") }
    guard connection.setTimeout(replyLimit) == 0 else { throw SpeechFailure(.failed, context: "setsockopt") }
    return connection
  }

  private init(owning connection: UnsafeMutablePointer<SPDConnection>, replyLimit: Duration) {
    unsafe self.connection = unsafe connection
    self.replyLimit = replyLimit
  }

  deinit {
    // `spd_close` does not wait for the server.
    unsafe spd_close(connection)
  }

  /// Returns the name of the synthesizer; throws `noVoice` if no synthesizer works.
  mutating func synthesizer() throws(SpeechFailure) -> String {
    let question = "GET OUTPUT_MODULE"
    guard let name = try ask(question).values.first else { throw SpeechFailure(.failed, context: question) }
    guard name != Self.noSynthesizer else { throw SpeechFailure(.noVoice) }
    return String(name)
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
    return try ask("\(dot)\(text.words)\r\n.", as: "SPEAK").values.first ?? ""
  }

  /// Cuts off the current text of this connection, and discards the waiting texts of this connection.
  mutating func cancel() throws(SpeechFailure) {
    try ask("CANCEL SELF")
  }

  /// Makes the server report the end of each text.
  mutating func reportEnds() throws(SpeechFailure) {
    for event in ["END", "CANCEL"] { try ask("SET SELF NOTIFICATION \(event) ON") }
  }

  /// Waits for the end of a text after `reportEnds`; the connection cannot be used afterwards.
  ///
  /// - Throws: `cutOff` if the text was cut off; `noAnswer` if the text has not ended within the limit.
  mutating func waitForEnd(of text: Substring, within limit: Duration) throws(SpeechFailure) {
    guard setTimeout(limit) == 0 else { throw SpeechFailure(.failed, context: "setsockopt") }
    // The server sends notifications about the text, for example "702-21", "702-1", "702 END".
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

  private var socket: CInt { unsafe connection.pointee.socket }

  /// Sets the time limit for reading and writing, and makes the socket close-on-exec.
  ///
  /// The corresponding C functions are `setsockopt(2)` and `fcntl(2)`.
  ///
  /// - Returns: 0 for success.
  private func setTimeout(_ timeout: Duration) -> CInt {
    // The headers of CPulse also define the type. In an optimized build, the type has no extension of Concurrency.
    let (seconds, attoseconds) = timeout.components
    var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    let size = socklen_t(MemoryLayout<timeval>.size)
    guard fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 else { return -1 }
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      guard unsafe setsockopt(socket, SOL_SOCKET, option, &limit, size) == 0 else { return -1 }
    }
    return 0
  }

  /// Maps 0–100 to the protocol's range of -100 to 100.
  private static func scaled(_ value: Int) -> Int {
    2 * min(max(value, 0), 100) - 100
  }

  private static func isValidInTag(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
