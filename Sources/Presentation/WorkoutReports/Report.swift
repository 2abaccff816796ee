/// The values of the control interface, the history and the JSON output.
///
/// Each value has exactly the members that the interface `org.intervald.Workout` declares.
///
/// Durations are in whole milliseconds, distances in metres, and paces in metres per second. A deadline is a
/// CLOCK_MONOTONIC reading in nanoseconds. Encoding leaves out members that are nil. Decoding accepts an optional
/// member that is null or absent.
package enum Report {
  /// A word from a set that later versions may extend; a client ignores unknown words.
  package protocol Word: RawRepresentable<String>, Codable, Sendable, Hashable, ExpressibleByStringLiteral {
    init(rawValue: String)
  }
}

extension Report.Word {
  package init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension Report {
  /// An event of `Watch`.
  package struct Event: Codable, Equatable, Sendable {
    package var event: EventWord
    package var cue: CueWord?
    /// The displayed or spoken text.
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
    /// New values of the sensors.
    package static let measured: Self = "measured"
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

extension Report {
  /// The result of the methods `Start` and `StartNamed`.
  package struct Started: Codable, Equatable, Sendable {
    package var status: Status
    /// Sentences for the user, for example about a missing notification server, sound or pace.
    package var warnings: [String]

    package init(status: Status, warnings: [String]) {
      self.status = status
      self.warnings = warnings
    }
  }

  /// A plan or a training program in the daemon's plan folders.
  package struct Plan: Codable, Equatable, Sendable {
    package var name: String
    package var path: String
    package var title: String?
    package var about: String?
    /// The reason why the plan cannot be started; nil if the plan can be started.
    package var error: String?
    /// The number of weeks of a training program; nil for a plan.
    package var weeks: Int?
    /// The ID of the session that is due; nil for a plan, and for a program without a session that is due.
    package var nextSession: String?

    package init(
      name: String, path: String, title: String? = nil, about: String? = nil, error: String? = nil, weeks: Int? = nil,
      nextSession: String? = nil
    ) {
      self.name = name
      self.path = path
      self.title = title
      self.about = about
      self.error = error
      self.weeks = weeks
      self.nextSession = nextSession
    }
  }

  /// The state of a service that the daemon uses, or of a file that it writes to.
  package struct Finding: Codable, Equatable, Sendable {
    /// The name of the subject in messages to users, such as `session bus`.
    package var subject: String
    package var verdict: VerdictWord
    /// The state of the subject in words, without a full stop.
    package var words: String
    /// The remedy, which is a command if possible.
    package var remedy: String?
    /// Details of the subject, such as the capabilities of a notification server.
    package var details: [String]

    /// The subjects that the daemon checks, in the order of its report.
    package static let subjects = [
      "session bus", "notifications", "sound", "speech", "hooks", "logind", "screen saver", "media player", "log",
      "state",
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
    /// The subject works with limitations.
    package static let warning: Self = "warning"
    /// The subject does not work.
    package static let fault: Self = "fault"
    /// The settings turn the subject off, or the subject is absent and not needed.
    package static let unused: Self = "unused"
    /// The subject could not be checked.
    package static let unknown: Self = "unknown"
  }

  /// The result of the method `TestCue`.
  package struct CueTest: Codable, Equatable, Sendable {
    /// The displayed text.
    package var text: String
    /// The spoken text; nil if the voice is not used.
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
    /// The reason why the cue was not delivered; nil if the cue was delivered.
    package var failure: String?

    package init(channel: String, failure: String? = nil) {
      self.channel = channel
      self.failure = failure
    }
  }
}
