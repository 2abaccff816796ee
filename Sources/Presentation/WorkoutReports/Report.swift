/// The values that the daemon, its clients, the history and the JSON output exchange, as the interface
/// `org.intervald.Workout` declares them, member for member.
///
/// Durations are whole milliseconds, distances metres, paces metres per second; a deadline is a CLOCK_MONOTONIC reading
/// in nanoseconds. A nil member is left out when encoded, and may be null or absent when decoded.
package enum Report {
  /// A word of a set that grows; a client ignores words that it does not know.
  package protocol Word: RawRepresentable<String>, Codable, Sendable, Hashable, ExpressibleByStringLiteral {
    init(rawValue: String)
  }
}

extension Report.Word {
  package init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension Report {
  /// One step of a Watch.
  package struct Event: Codable, Equatable, Sendable {
    package var event: EventWord
    package var cue: CueWord?
    /// The words shown or spoken.
    package var text: String?
    package var status: Status
    package var summary: Summary?

    package init(event: EventWord, cue: CueWord? = nil, text: String? = nil, status: Status, summary: Summary? = nil) {
      self.event = event
      self.cue = cue
      self.text = text
      self.status = status
      self.summary = summary
    }
  }

  /// The kind of an event.
  package struct EventWord: Word {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let state: Self = "state"
    package static let cue: Self = "cue"
    package static let finished: Self = "finished"
    package static let stopped: Self = "stopped"
  }

  /// The purpose of a cue.
  package struct CueWord: Word {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let leadIn: Self = "leadIn"
    package static let start: Self = "start"
    package static let countdown: Self = "countdown"
    package static let next: Self = "next"
    package static let halfway: Self = "halfway"
    package static let last: Self = "last"
    package static let lastRound: Self = "lastRound"
    package static let split: Self = "split"
    package static let remaining: Self = "remaining"
    package static let finish: Self = "finish"
    package static let paused: Self = "paused"
    package static let resumed: Self = "resumed"
    package static let stopped: Self = "stopped"
  }
}
