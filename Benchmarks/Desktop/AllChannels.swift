import TestSupport

/// Every way in which a cue can be given, and what is needed for that.
enum AllChannels {
  static let settings = """
    sound on
    voice-rate 100
    cue start notification sound voice
    hook start "/bin/true"

    """
}

extension Desktop {
  /// Gives a body a desktop with a notification server, a sound server and a voice.
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
