/// A desktop with a server for each channel of a cue, which counts the cues that arrive.
package struct ChannelServers: Sendable {
  package let desktop: Desktop
  private let sounds: SoundServer
  private let speech: SpeechServer
  /// A file that grows by one byte with each hook.
  private let hooks: String

  /// Numbers of cues that have arrived, by channel.
  package struct Arrivals: Equatable, Sendable {
    package var notifications: Int
    package var sounds: Int
    package var texts: Int
    package var hooks: Int
    /// Changes of the track that the media player shows.
    package var tracks: Int

    package init(notifications: Int = 0, sounds: Int = 0, texts: Int = 0, hooks: Int = 0, tracks: Int = 0) {
      (self.notifications, self.sounds, self.texts) = (notifications, sounds, texts)
      (self.hooks, self.tracks) = (hooks, tracks)
    }

    /// The arrivals of cues that use every channel.
    package static func onAllChannels(_ cues: Int) -> Self {
      Self(notifications: cues, sounds: cues, texts: cues, hooks: cues, tracks: cues)
    }

    /// Whether each channel has at least the given number of arrivals, and none if the given number is 0.
    func isWork(of minimum: Self) -> Bool {
      let channels: [KeyPath<Self, Int>] = [\.notifications, \.sounds, \.texts, \.hooks, \.tracks]
      return channels.allSatisfy { channel in
        let (count, min) = (self[keyPath: channel], minimum[keyPath: channel])
        return min == 0 ? count == 0 : count >= min
      }
    }
  }

  /// The work that a test or a measurement names was not done.
  private struct WorkMissing: Error {
    let name: String
    let minimum: Arrivals
    let arrivals: Arrivals
  }

  /// Runs a body with a desktop that has a notification server, a sound server and a speech service.
  package static func with<Value: Sendable>(
    _ body: @escaping @Sendable (ChannelServers) async throws -> Value
  ) async throws -> Value {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let sounds = try await SoundServer.start(on: desktop)
      let speech = try await SpeechServer.start(on: desktop, logsTexts: true)
      return try await body(
        ChannelServers(
          desktop: desktop, sounds: sounds, speech: speech, hooks: try desktop.folder.write("", to: "hooks")))
    }
  }

  /// Settings with which the start of each interval uses every channel.
  ///
  /// The hook is a small program, which runs without a shell. The spoken words fit into an interval of one second, so
  /// that they do not replace the words of the next interval.
  package var allChannels: String {
    """
    voice-rate 100
    say start "go"
    cue start notification sound voice hook
    hook start "/usr/bin/truncate" "--size=+1" "\(hooks)"

    """
  }

  /// Checks that a daemon did the work that a test or a measurement names.
  ///
  /// - Returns: All cues that have arrived.
  /// - Throws: `WorkMissing` if too few cues have arrived, or if cues have arrived at a channel with the minimum 0.
  @discardableResult package func require(_ minimum: Arrivals, for name: String) async throws -> Arrivals {
    // The last cues may still be on their way.
    let end = ContinuousClock.now + .seconds(5)
    while true {
      let arrivals = try arrivals
      if arrivals.isWork(of: minimum) { return arrivals }
      guard .now < end else { throw WorkMissing(name: name, minimum: minimum, arrivals: arrivals) }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private var arrivals: Arrivals {
    get throws {
      let messages = desktop.monitor.messages
      return Arrivals(
        notifications: messages.count { NotifyCall($0) != nil },
        sounds: sounds.sounds.count { !$0.hasPrefix("intervald.silence.") },
        texts: speech.textCount,
        hooks: try desktop.folder.read("hooks").utf8.count,
        tracks: messages.count { message in
          message.member == "PropertiesChanged"
            && message.arguments.first?.string == "org.mpris.MediaPlayer2.Player"
            && message.arguments.dropFirst().first?["Metadata"] != nil
        })
    }
  }
}
