extension Report {
  /// The results of `Start` and `StartNamed`.
  package struct Started: Codable, Equatable, Sendable {
    package var status: Status
    /// Sentences for the person: no notification server, no sound, no paces.
    package var warnings: [String]

    package init(status: Status, warnings: [String]) {
      self.status = status
      self.warnings = warnings
    }
  }

  /// A plan in the daemon's plan folders.
  package struct Plan: Codable, Equatable, Sendable {
    package var name: String
    package var path: String
    package var title: String?
    package var about: String?
    /// The reason why it cannot be started.
    package var error: String?

    package init(name: String, path: String, title: String? = nil, about: String? = nil, error: String? = nil) {
      self.name = name
      self.path = path
      self.title = title
      self.about = about
      self.error = error
    }
  }

  /// The state of something that the daemon works with or writes to.
  package struct Finding: Codable, Equatable, Sendable {
    /// Its name for a person, such as `session bus`.
    package var subject: String
    package var verdict: VerdictWord
    /// The observation, without a full stop.
    package var words: String
    /// The remedy, a command if there is one.
    package var remedy: String?
    /// Details of the subject, such as the capabilities of a notification server.
    package var details: [String]

    /// The subjects that the daemon examines, in the order in which it reports them.
    package static let subjects = [
      "session bus", "notifications", "sound", "speech", "logind", "screen saver", "media player", "log", "state",
    ]

    package init(
      _ subject: String, _ verdict: VerdictWord, _ words: String, remedy: String? = nil, details: [String] = []
    ) {
      self.subject = subject
      self.verdict = verdict
      self.words = words
      self.remedy = remedy
      self.details = details
    }
  }

  /// The verdict of a finding.
  package struct VerdictWord: Word {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let ok: Self = "ok"
    /// It works less well than it could.
    package static let warning: Self = "warning"
    /// It does not work.
    package static let fault: Self = "fault"
    /// It is switched off by the settings, or neither present nor needed.
    package static let unused: Self = "unused"
    /// It could not be examined.
    package static let unknown: Self = "unknown"
  }

  /// The results of `TestCue`.
  package struct CueTest: Codable, Equatable, Sendable {
    /// The words shown.
    package var text: String
    /// The words spoken; nil if the voice is not used.
    package var spoken: String?
    package var channels: [ChannelTest]

    package init(text: String, spoken: String? = nil, channels: [ChannelTest]) {
      self.text = text
      self.spoken = spoken
      self.channels = channels
    }
  }

  /// The result of testing a cue on one channel.
  package struct ChannelTest: Codable, Equatable, Sendable {
    /// The channel's word in the settings.
    package var channel: String
    /// The reason why the cue was not given; nil if it was.
    package var failure: String?

    package init(channel: String, failure: String? = nil) {
      self.channel = channel
      self.failure = failure
    }
  }
}
