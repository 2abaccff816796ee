import CPulse
import CSpeechd
import Concurrency
import Glibc

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
  let replyLimit: Duration
  /// Whether each text is sent with a mark at its end; see `reportEnds`.
  var marksEnds = false
  /// The latest report that a text has ended or was cut off; such a report may arrive before the reply to a command.
  var latestEnd: SpeechReply?

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

  var socket: CInt { unsafe connection.pointee.socket }

  /// Sets the time limit for reading and writing, and makes the socket close-on-exec.
  ///
  /// The corresponding C functions are `setsockopt(2)` and `fcntl(2)`.
  ///
  /// - Returns: 0 for success.
  func setTimeout(_ timeout: Duration) -> CInt {
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
}

/// Connects to the speech service, and starts the service if necessary.
struct SpeechConnector: Sendable {
  /// The name under which the service knows this program.
  let applicationName: String
  /// Starts the service; may wait until the service listens.
  let startService: @Sendable () -> Void

  /// Connects with the given settings, and tries again once if the service does not respond.
  func open(
    _ settings: VoiceSettings, replyLimit: Duration, _ hangs: HangDetector
  ) throws(SpeechFailure) -> SpeechConnection {
    var connection: SpeechConnection
    do throws(SpeechFailure) {
      connection = try find(replyLimit: replyLimit, hangs)
    } catch {
      guard error.code == .noAnswer else { throw error }
      // An idle service exits after a while, and may accept a connection while it exits.
      connection = try find(replyLimit: replyLimit, hangs)
    }
    try connection.apply(settings)
    return connection
  }

  /// Connects to the service, and starts the service first if necessary.
  private func find(replyLimit: Duration, _ hangs: HangDetector) throws(SpeechFailure) -> SpeechConnection {
    do throws(SpeechFailure) {
      hangs.begin()
      defer { hangs.end() }
      return try SpeechConnection.open(applicationName: applicationName, replyLimit: replyLimit, maySpawn: false)
    } catch {
      guard error.code == .noService else { throw error }
      startService()
      return try SpeechConnection.open(applicationName: applicationName, replyLimit: replyLimit, maySpawn: true)
    }
  }
}
