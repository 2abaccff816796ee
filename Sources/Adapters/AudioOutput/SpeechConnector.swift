import Concurrency

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
