import Glibc

/// A real speech service that plays on the sound server of a test's desktop: speech-dispatcher with espeak-ng.
package struct SpeechServer: Sendable {
  package let process: TestProcess

  /// Starts the service with or without a synthesizer, and returns when the service accepts texts.
  ///
  /// `logsTexts` is necessary for `textCount`.
  package static func start(
    on desktop: Desktop, hasVoice: Bool = true, logsTexts: Bool = false
  ) async throws -> SpeechServer {
    try configure(desktop, hasVoice: hasVoice, logsTexts: logsTexts)
    let process = try await desktop.processes.start(
      "speech-dispatcher", ["--run-single", "--log-dir", "stdout", "--timeout", "0"],
      environment: desktop.environment)
    _ = try await process.output.first("the speech service") { $0.contains("waiting for clients") }
    return SpeechServer(process: process)
  }

  /// Writes the settings of speech services on this desktop, including services that libspeechd starts.
  package static func configure(_ desktop: Desktop, hasVoice: Bool = true, logsTexts: Bool = false) throws {
    // A test cannot end a service that libspeechd has started, so the service ends when it is idle. Under full load, a
    // client may need some seconds to connect to a service that it has started.
    try desktop.folder.write(settings(hasVoice: hasVoice, idleSeconds: 20, logsTexts: logsTexts), to: settingsFile)
  }

  /// Writes the settings of speech services in this manager; these services run until the manager ends.
  package static func configure(_ manager: UserManager) throws {
    try manager.folder.write(settings(hasVoice: true, idleSeconds: 0), to: settingsFile)
  }

  private static let settingsFile = "config/speech-dispatcher/speechd.conf"

  private static func settings(hasVoice: Bool, idleSeconds: Int, logsTexts: Bool = false) -> String {
    let synthesizer = hasVoice ? "espeak-ng" : "dummy"
    return """
      LogLevel \(logsTexts ? 5 : 3)
      LogDir "default"
      DefaultLanguage "en"
      AudioOutputMethod "pulse"
      Timeout \(idleSeconds)
      AddModule "\(synthesizer)" "sd_\(synthesizer)" "\(synthesizer).conf"
      DefaultModule "\(synthesizer)"

      """
  }

  /// The number of texts that the service has accepted so far.
  package var textCount: Int { process.output.elements.count { $0.contains("Queueing message |") } }

  /// Makes the service hang: SIGSTOP.
  package func hang() {
    process.send(SIGSTOP)
  }

  /// Makes the service continue after a hang: SIGCONT.
  package func resume() {
    process.send(SIGCONT)
  }
}
