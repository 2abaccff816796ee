import Glibc

/// A real speech service on a test's desktop, speaking to its sound server: speech-dispatcher with espeak-ng.
package struct SpeechServer: Sendable {
  package let process: TestProcess

  /// Starts the service, with a synthesizer or without, and returns when it takes texts.
  package static func start(on desktop: Desktop, hasVoice: Bool = true) async throws -> SpeechServer {
    try configure(desktop, hasVoice: hasVoice)
    let process = try await desktop.processes.start(
      "speech-dispatcher", ["--run-single", "--log-dir", "stdout", "--timeout", "0"],
      environment: desktop.environment)
    _ = try await process.output.first("the speech service") { $0.contains("waiting for clients") }
    return SpeechServer(process: process)
  }

  /// Writes the settings that a service of this desktop reads, also one that is started by the library.
  package static func configure(_ desktop: Desktop, hasVoice: Bool = true) throws {
    // What the library starts is in no test's hands, and ends itself.
    try desktop.folder.write(settings(hasVoice: hasVoice, idleSeconds: 1), to: settingsFile)
  }

  /// Writes the settings that a service of this manager reads, which stays until the manager ends.
  package static func configure(_ manager: UserManager) throws {
    try manager.folder.write(settings(hasVoice: true, idleSeconds: 0), to: settingsFile)
  }

  private static let settingsFile = "config/speech-dispatcher/speechd.conf"

  private static func settings(hasVoice: Bool, idleSeconds: Int) -> String {
    let synthesizer = hasVoice ? "espeak-ng" : "dummy"
    return """
      LogLevel 3
      LogDir "default"
      DefaultLanguage "en"
      AudioOutputMethod "pulse"
      Timeout \(idleSeconds)
      AddModule "\(synthesizer)" "sd_\(synthesizer)" "\(synthesizer).conf"
      DefaultModule "\(synthesizer)"

      """
  }

  /// Makes it hang: SIGSTOP.
  package func hang() {
    process.send(SIGSTOP)
  }

  /// Ends its hanging: SIGCONT.
  package func resume() {
    process.send(SIGCONT)
  }
}
