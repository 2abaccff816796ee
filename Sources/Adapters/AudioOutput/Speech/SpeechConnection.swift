import Text
import CSpeechd
import Glibc
import Concurrency

/// A connection to speech-dispatcher that libspeechd has opened: an `SPDConnection` in single mode, without a thread.
///
/// What is said and answered is sent and read here (SSIP), as the library ends the process, or crashes, where an
/// answer is none of the protocol, or does not come. Every call may wait for the server: `open` for as long as a server
/// that is stopped, each of the others no longer than `patience` for its answer. A call that fails leaves the
/// connection unusable. `@safe`: the pointer lives as long as the value that owns it.
@safe
struct SpeechConnection: ~Copyable {
  private let connection: UnsafeMutablePointer<SPDConnection>
  private let patience: Duration

  /// The bytes of a line that are read; no reply that is known comes near it.
  private static let lineLimit = 4096

  /// Connects: spd_open2.
  ///
  /// If no server listens and it `maySpawn`, the library starts one as a child of this process. The threaded mode,
  /// which calls back, waits for a server that dies at the wrong moment without end.
  ///
  /// - Throws: `noService`, or `noAnswer` if the server ended while it took the connection.
  static func open(
    applicationName: String, patience: Duration, maySpawn: Bool
  ) throws(SpeechFailure) -> SpeechConnection {
    // The library writes without MSG_NOSIGNAL, and a server that has gone must be an error, not the end.
    _ = signal(SIGPIPE, SIG_IGN)
    var words: UnsafeMutablePointer<CChar>?
    // The strings outlive the call, which copies them; the words are ours, and freed by free(3).
    let opened = unsafe spd_open2(applicationName, "cues", nil, SPD_MODE_SINGLE, nil, maySpawn ? 1 : 0, &words)
    defer { unsafe free(words) }
    guard let opened = unsafe opened else {
      throw SpeechFailure(.noService, context: unsafe words.map { unsafe String(cString: $0) } ?? "")
    }
    let connection = unsafe SpeechConnection(owning: opened, patience: patience)
    // The library has closed its stream if there was no answer to the client's name.
    guard unsafe opened.pointee.stream != nil else { throw SpeechFailure(.noAnswer, context: "spd_open2") }
    guard connection.setPatience(patience) == 0 else { throw SpeechFailure(.failed, context: "setsockopt") }
    return connection
  }

  private init(owning connection: UnsafeMutablePointer<SPDConnection>, patience: Duration) {
    unsafe self.connection = unsafe connection
    self.patience = patience
  }

  deinit {
    // Asks nothing of the server.
    unsafe spd_close(connection)
  }

  /// Which synthesizer speaks.
  func synthesizer() throws(SpeechFailure) -> String {
    let question = "GET OUTPUT_MODULE"
    guard let name = try ask(question).values.first else { throw SpeechFailure(.failed, context: question) }
    return String(name)
  }

  /// Speaks like this from now on.
  func apply(_ settings: VoiceSettings) throws(SpeechFailure) {
    // What is no language tag could be more than one word of the protocol.
    if let language = settings.language, language.utf8.allSatisfy(Self.isOfTag) {
      try ask("SET SELF LANGUAGE \(language)")
    }
    if let rate = settings.rate { try ask("SET SELF RATE \(Self.scaled(rate))") }
    if let volume = settings.volume { try ask("SET SELF VOLUME \(Self.scaled(volume))") }
  }

  /// Says a text after what else of this priority is being said.
  ///
  /// `MESSAGE` is of the five priorities the one whose messages are neither lost when another program speaks, as those
  /// of a lower one are, nor cut off what is as important, nor keep all others waiting as `IMPORTANT` does.
  func say(_ text: SpokenText) throws(SpeechFailure) {
    try ask("SET SELF PRIORITY MESSAGE")
    try ask("SPEAK")
    // A dot alone on a line ends the text, and one at a line's beginning is written twice.
    let dot = text.words.utf8.first == UInt8(ascii: ".") ? "." : ""
    try ask("\(dot)\(text.words)\r\n.", as: "SPEAK")
  }

  /// Ends and forgets what is to be said for this connection, and for no other.
  func cancel() throws(SpeechFailure) {
    try ask("CANCEL SELF")
  }

  /// Says a text and waits until it has been said: the last thing that a connection can do.
  func sayToTheEnd(_ text: SpokenText) throws(SpeechFailure) {
    for event in ["END", "CANCEL"] { try ask("SET SELF NOTIFICATION \(event) ON") }
    try say(text)
    // What comes unasked is of this text: "702-21", "702-1", "702 END".
    let deadline = ContinuousClock.now + patience
    while true {
      switch try reply(to: "SPEAK", by: deadline).code {
      case 702: return
      case 703: throw SpeechFailure(.cutOff)
      default: continue
      }
    }
  }

  /// Sends a line, which failures call by a shorter name, and takes the answer.
  @discardableResult
  private func ask(_ line: String, as name: String? = nil) throws(SpeechFailure) -> SpeechReply {
    let name = name ?? line
    try send("\(line)\r\n", as: name)
    let reply = try reply(to: name, by: .now + patience)
    guard reply.isYes else { throw SpeechFailure(.failed, context: name) }
    return reply
  }

  /// Sends all of a text: send(2).
  private func send(_ text: String, as name: String) throws(SpeechFailure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // The bytes outlive the call, and their count is their own.
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw SpeechFailure(.noAnswer, context: name) }
      rest = rest.dropFirst(count)
    }
  }

  private func reply(to name: String, by deadline: ContinuousClock.Instant) throws(SpeechFailure) -> SpeechReply {
    var reply = SpeechReply()
    while !reply.isComplete {
      let line = try line(to: name, by: deadline)
      guard reply.take(line) else { throw SpeechFailure(.failed, context: name) }
    }
    return reply
  }

  /// Reads a line, and nothing of what follows: recv(2).
  private func line(to name: String, by deadline: ContinuousClock.Instant) throws(SpeechFailure) -> String {
    var bytes: [UInt8] = []
    while bytes.last != UInt8(ascii: "\n") {
      guard bytes.count < Self.lineLimit else { throw SpeechFailure(.failed, context: name) }
      var byte: UInt8 = 0
      // The one byte that there is room for.
      guard .now < deadline, unsafe recv(socket, &byte, 1, 0) == 1 else {
        throw SpeechFailure(.noAnswer, context: name)
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private var socket: CInt { unsafe connection.pointee.socket }

  /// Bounds how long a byte is waited for: setsockopt(2), and keeps the socket from children: fcntl(2).
  private func setPatience(_ patience: Duration) -> CInt {
    let (seconds, attoseconds) = patience.components
    var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    let size = socklen_t(MemoryLayout<timeval>.size)
    guard fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 else { return -1 }
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      guard unsafe setsockopt(socket, SOL_SOCKET, option, &limit, size) == 0 else { return -1 }
    }
    return 0
  }

  /// From 0...100 to the protocol's -100...100.
  private static func scaled(_ value: Int) -> Int {
    2 * min(max(value, 0), 100) - 100
  }

  private static func isOfTag(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
