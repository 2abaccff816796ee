extension Wire {
  /// The results of `TestCue`.
  package struct CueTest: Codable, Equatable, Sendable {
    /// What is shown.
    package var text: String
    /// What is said; nil where nothing is.
    package var spoken: String?
    package var channels: [ChannelTest]

    package init(text: String, spoken: String? = nil, channels: [ChannelTest]) {
      self.text = text
      self.spoken = spoken
      self.channels = channels
    }
  }

  /// What became of a cue on a channel.
  package struct ChannelTest: Codable, Equatable, Sendable {
    /// The channel's word in the settings.
    package var channel: String
    /// Why the cue was not given on it; nil where it was.
    package var failure: String?

    package init(channel: String, failure: String? = nil) {
      self.channel = channel
      self.failure = failure
    }
  }
}
