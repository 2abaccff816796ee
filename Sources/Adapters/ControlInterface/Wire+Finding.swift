extension Wire {
  /// How something that the daemon works with was found.
  package struct Finding: Codable, Equatable, Sendable {
    /// What it is about, for a person: `session bus`.
    package var subject: String
    package var verdict: VerdictWord
    /// What was found, without a full stop.
    package var words: String
    /// What helps, a command where there is one.
    package var remedy: String?
    /// Words of the subject's own, such as the capabilities of a notification server.
    package var details: [String]

    /// What the daemon looks at, in the order in which it tells of it.
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

  /// The results of `Diagnose`.
  struct DiagnosisResult: Codable, Equatable {
    var findings: [Finding]
  }
}
