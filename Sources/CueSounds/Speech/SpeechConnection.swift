import CSpeechd
import Glibc
import Neighbours

/// A connection of libspeechd to speech-dispatcher: an `SPDConnection` in single mode, which makes no thread.
///
/// Every call may wait for the server: `open` for as long as a server that is stopped, the others no longer than
/// `patience`. A call that fails leaves the connection unusable. `@safe`: the pointer lives as long as the value that
/// owns it.
@safe
struct SpeechConnection: ~Copyable {
  private let connection: UnsafeMutablePointer<SPDConnection>

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
    let connection = unsafe SpeechConnection(owning: opened)
    guard connection.isAlive else { throw SpeechFailure(.noAnswer, context: "spd_open2") }
    try connection.check(connection.setPatience(patience), "setsockopt")
    return connection
  }

  private init(owning connection: UnsafeMutablePointer<SPDConnection>) {
    unsafe self.connection = unsafe connection
  }

  deinit {
    // Asks nothing of the server.
    unsafe spd_close(connection)
  }

  /// Which synthesizer speaks: spd_get_output_module.
  func synthesizer() throws(SpeechFailure) -> String {
    guard let name = unsafe spd_get_output_module(connection) else { throw failure("spd_get_output_module") }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
  }

  /// Speaks like this from now on: spd_set_language, spd_set_voice_rate, spd_set_volume.
  func apply(_ settings: VoiceSettings) throws(SpeechFailure) {
    // What is no language tag could be more than one word of the protocol.
    if let language = settings.language, language.utf8.allSatisfy(Self.isOfTag) {
      try check(unsafe spd_set_language(connection, language), "spd_set_language")
    }
    if let rate = settings.rate {
      try check(unsafe spd_set_voice_rate(connection, Self.scaled(rate)), "spd_set_voice_rate")
    }
    if let volume = settings.volume {
      try check(unsafe spd_set_volume(connection, Self.scaled(volume)), "spd_set_volume")
    }
  }

  /// Says a text after what else of this priority is being said: spd_say.
  ///
  /// `SPD_MESSAGE` is of the five priorities the one whose messages are neither lost when another program speaks, as
  /// those of a lower one are, nor cut off what is as important, nor keep all others waiting as `SPD_IMPORTANT` does.
  func say(_ text: SpokenText) throws(SpeechFailure) {
    try check(unsafe spd_say(connection, SPD_MESSAGE, text.words), "spd_say")
  }

  /// Ends and forgets what is to be said for this connection, and for no other: spd_cancel.
  func cancel() throws(SpeechFailure) {
    try check(unsafe spd_cancel(connection), "spd_cancel")
  }

  /// Says a text and waits until it has been said: the last thing that a connection can do.
  func sayToTheEnd(_ text: SpokenText) throws(SpeechFailure) {
    // spd_set_notification_on refuses to do this in single mode, in which the library reads replies only.
    for event in ["END", "CANCEL"] {
      try check(unsafe spd_execute_command(connection, "SET SELF NOTIFICATION \(event) ON"), "spd_execute_command")
    }
    try say(text)
    // What comes unasked is of this text: "702-21", "702-1", "702 END".
    while true {
      var line: UnsafeMutablePointer<CChar>?
      var size = 0
      // The last answer has left the stream open, and it is unbuffered, so nothing of it has been read ahead; the line
      // is ours, and freed by free(3).
      let count = unsafe getline(&line, &size, connection.pointee.stream)
      defer { unsafe free(line) }
      guard count >= 0, let line = unsafe line else { throw SpeechFailure(.noAnswer) }
      switch unsafe String(cString: line).prefix(4) {
      case "702 ": return
      case "703 ": throw SpeechFailure(.cutOff)
      default: continue
      }
    }
  }

  /// Bounds how long a call waits: setsockopt(2), and keeps the socket from children: fcntl(2).
  private func setPatience(_ patience: Duration) -> CInt {
    let (seconds, attoseconds) = patience.components
    var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    let size = socklen_t(MemoryLayout<timeval>.size)
    let socket = unsafe connection.pointee.socket
    guard fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 else { return -1 }
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      guard unsafe setsockopt(socket, SOL_SOCKET, option, &limit, size) == 0 else { return -1 }
    }
    return 0
  }

  private func check(_ status: CInt, _ call: String) throws(SpeechFailure) {
    if status < 0 { throw failure(call) }
  }

  /// Why a call failed: without an answer, or by one that says no.
  private func failure(_ call: String) -> SpeechFailure {
    SpeechFailure(isAlive ? .failed : .noAnswer, context: call)
  }

  /// Whether each question so far was answered.
  ///
  /// After the first that was not, the library has closed the stream. In speech-dispatcher 0.11 it still has the number
  /// of its descriptor, and would write to whatever that belongs to next.
  private var isAlive: Bool { unsafe connection.pointee.stream != nil }

  /// From 0...100 to the protocol's -100...100.
  private static func scaled(_ value: Int) -> CInt {
    CInt(2 * min(max(value, 0), 100) - 100)
  }

  private static func isOfTag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
