import TestSupport

/// Settings that enable every channel of a cue.
enum AllChannels {
  static let settings = """
    sound on
    voice-rate 100
    cue start notification sound voice
    hook start "/bin/true"

    """
}

extension Desktop {
  /// Runs a body with a desktop that has a notification server, a sound server and a speech service.
  static func withAllChannels<Value: Sendable>(
    _ body: @escaping @Sendable (Desktop) async throws -> Value
  ) async throws -> Value {
    try await Desktop.withNotifications { desktop in
      _ = try await SoundServer.start(on: desktop)
      _ = try await SpeechServer.start(on: desktop)
      return try await body(desktop)
    }
  }
}
