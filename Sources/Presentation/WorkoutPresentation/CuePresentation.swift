import Text
package import ToneSynthesis
package import WorkoutEngine
package import WorkoutModel
package import WorkoutReports

/// The presentation of a cue: its word in a report, and its displayed text.
///
/// A cue that announces a change, such as a pause, has no word and no text, because the change itself is reported and
/// displayed. Each new cue needs a case in `init`.
package struct CuePresentation {
  /// The word of the cue in a report; nil if the announced change is reported instead.
  let reportWord: Report.CueWord?
  /// Makes the displayed text of the cue; nil if the cue announces a change, whose own text is displayed.
  let words: ((Progress, WorkoutWords) -> CueWords)?
  private let subject: (CueFields, _ interval: String, _ elapsed: Duration?) -> String?

  init(_ occasion: Occasion) {
    switch occasion {
    case .finish, .stopped: self.init { _, _, elapsed in elapsed?.clockText() }
    case .paused: self.init { _, _, _ in "" }
    case .resumed, .start(in: nil): self.init { _, interval, _ in interval }
    case .leadIn: self.init { fields, _, _ in fields.text(.next, .written) }
    case .start(in: let lag?):
      let seconds = lag.rounded(to: .seconds(1))
      self.init(.start) { progress, words in
        let speed = words.nextSpeed(progress)
        let name = speed.flatMap { _ in progress.next.flatMap(words.name(of:)) }
        return words.midway(
          "\(name.map { "\($0.capitalizedFirst) in" } ?? "In") \(seconds): \(speed ?? words.nextOrFinish(progress))",
          [speed.flatMap { _ in progress.next.map(words.title(of:)) }, words.left(of: progress)], progress)
      } subject: { fields, interval, _ in
        let speed = fields.text(.speed, .written)
        return "in \(seconds): \(speed.isEmpty ? interval : speed)"
      }
    case .last(let part):
      self.init(part == .round ? .lastRound : .last) { progress, words in
        words.midway(
          "Last \(part.rawValue): \(words.present(progress))", [part == .interval ? nil : words.next(progress)],
          progress)
      } subject: { _, interval, _ in
        "\(part.rawValue): \(interval)"
      }
    case .countdown(let count):
      self.init(.countdown) { progress, words in
        words.midway("In \(count): \(words.nextOrFinish(progress))", [words.presentTitle(progress)], progress)
      } subject: { _, _, _ in
        "\(count)"
      }
    case .next:
      self.init(.next) { progress, words in
        words.midway("Next: \(words.nextOrFinish(progress))", [words.left(of: progress)], progress)
      } subject: { fields, _, _ in
        fields.text(.next, .written)
      }
    case .halfway(let part):
      self.init(.halfway) { progress, words in
        let left = words.left(of: progress)
        return part == .workout
          ? words.midway("Halfway through the workout", [words.presentTitle(progress), left], progress)
          : words.midway("Halfway: \(words.present(progress))", [left, words.next(progress)], progress)
      } subject: { _, _, _ in
        part.rawValue
      }
    case .split(let count):
      self.init(.split) { progress, words in
        words.midway(
          "\(count) \(words.units.distance.rawValue) in \(progress.elapsed.clockText())",
          [words.presentTitle(progress), words.left(of: progress)], progress)
      } subject: { fields, _, _ in
        fields.text(.split, .written)
      }
    case .remaining:
      self.init(.remaining) { progress, words in
        words.midway(
          "\(progress.remaining?.clockText() ?? "") left",
          [words.presentTitle(progress), words.left(of: progress)], progress)
      } subject: { fields, _, _ in
        "\(fields.text(.remaining, .written)) left"
      }
    }
  }

  private init(
    _ reportWord: Report.CueWord? = nil, words: ((Progress, WorkoutWords) -> CueWords)? = nil,
    subject: @escaping (CueFields, _ interval: String, _ elapsed: Duration?) -> String?
  ) {
    self.reportWord = reportWord
    self.words = words
    self.subject = subject
  }

  /// Returns the details of a cue, such as `run 30 s`, `3` or `2 km`, for a list of cues; nil if they are unknown.
  ///
  /// `progress` is nil after the end of the workout. `elapsed` is the time spent in the workout, or nil if that time is
  /// unknown.
  package static func subject(
    of occasion: Occasion, progress: Progress?, elapsed: Duration?, units: DisplayUnits
  ) -> String? {
    let fields = CueFields(occasion, progress: progress, outcome: nil, units: units, title: nil)
    let interval = fields.interval.map {
      [$0.phrase(in: units.distance), $0.interval.label].compactMap(\.self).joined(separator: " ")
    }
    return Self(occasion).subject(fields, interval ?? "", elapsed)
  }
}

extension WorkoutWords {
  /// Makes words that end with the numbers of the rounds, the time left of the workout and the distance.
  fileprivate func midway(_ title: String, _ lines: [String?], _ progress: Progress) -> CueWords {
    CueWords(title: title, lines: lines.compactMap(\.self) + positionLines(progress))
  }

  fileprivate func present(_ progress: Progress) -> String { progress.interval.map(announcement(of:)) ?? "" }

  fileprivate func presentTitle(_ progress: Progress) -> String? { progress.interval.map(title(of:)) }

  fileprivate func nextOrFinish(_ progress: Progress) -> String {
    progress.next.map(announcement(of:)) ?? "the finish"
  }

  /// The speed of the next interval as a treadmill shows it; nil if the interval has no pace.
  fileprivate func nextSpeed(_ progress: Progress) -> String? {
    progress.next?.interval.pace.map { units.unit(of: $0).dialText(metresPerSecond: $0.metresPerSecond) }
  }
}

extension CueSound {
  /// Selects the built-in sound of a cue.
  ///
  /// When an interval begins or resumes, the sound depends on the kind of the interval.
  package init(_ cue: Cue, kind: Kind?) {
    switch cue {
    case .start, .resumed: self = kind.map(Self.init) ?? .run
    case .countdown: self = .countdown
    case .leadIn, .next, .halfway, .split, .remaining: self = .notice
    case .last: self = .last
    case .finish: self = .finish
    case .paused, .stopped: self = .pause
    }
  }

  private init(_ kind: Kind) {
    switch kind {
    case .run, .jog, .sprint, .work, .interval: self = .run
    case .walk, .warmup, .cooldown: self = .walk
    case .rest, .recover: self = .rest
    }
  }
}

extension Report.CueWord {
  /// Whether `watch` prints a line for the cue.
  ///
  /// The seconds of a countdown have no line. The cue of the last interval has no line, because the start of the same
  /// interval has a line. An unknown cue has no line, because the interface requires that clients ignore unknown cues.
  package var hasLine: Bool { Self.lines.contains(self) }

  private static let lines: Set<Self> = [
    .leadIn, .start, .next, .halfway, .lastRound, .split, .remaining, .finish, .paused, .resumed, .stopped,
  ]
}

/// An icon for the state of a workout; the raw value is the name of the icon in the icon theme.
package enum IconName: String, CaseIterable, Sendable {
  case program = "intervald"
  case warmup = "intervald-warmup"
  case run = "intervald-run"
  case walk = "intervald-walk"
  case sprint = "intervald-sprint"
  case rest = "intervald-rest"
  case cooldown = "intervald-cooldown"
  case interval = "intervald-interval"
  case paused = "intervald-paused"
  case finished = "intervald-finished"

  init(_ event: WorkoutEvent) {
    guard let progress = event.progress else {
      self = event.summary == nil ? .program : .finished
      return
    }
    switch (progress.phase, progress.interval?.kind) {
    case (.paused, _): self = .paused
    case (_, let kind?): self = Self(kind)
    case (_, nil): self = .program
    }
  }

  package init(_ kind: Kind) {
    self =
      switch kind {
      case .warmup: .warmup
      case .run, .jog, .work: .run
      case .walk: .walk
      case .sprint: .sprint
      case .rest, .recover: .rest
      case .cooldown: .cooldown
      case .interval: .interval
      }
  }
}
