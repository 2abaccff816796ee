package import WorkoutModel

/// Reason for a cue; a new cue needs a case here and a time in `occasions(after:)`.
package enum Occasion: Equatable, Sendable {
  case finish
  case stopped
  case paused
  case resumed
  case last(Part)
  /// An interval begins after the duration, which is the belt lag; if the duration is nil, the interval begins now.
  case start(in: Duration?)
  case leadIn
  /// The number of seconds until the interval or the lead-in ends.
  case countdown(Int)
  case next
  case halfway(Part)
  /// The number of whole miles or kilometres that have been covered.
  case split(Int)
  case remaining

  /// Part of the workout that a cue refers to.
  package enum Part: String, Sendable {
    case interval
    case round
    case workout
  }

  package var cue: Cue {
    switch self {
    case .finish: .finish
    case .stopped: .stopped
    case .paused: .paused
    case .resumed: .resumed
    case .last: .last
    case .start: .start
    case .leadIn: .leadIn
    case .countdown: .countdown
    case .next: .next
    case .halfway: .halfway
    case .split: .split
    case .remaining: .remaining
    }
  }

  /// Whether an interval is announced before it begins.
  package var isEarlyStart: Bool {
    if case .start(_?) = self { true } else { false }
  }
}

/// Occasions for cues in the present stage (the lead-in or an interval), before channels are assigned.
extension Session {
  /// The next occasions in the present stage that follow `instant`; nil if no occasion follows.
  ///
  /// `at` is the instant of all these occasions. If `instant` is nil, the search begins with the start of the stage.
  /// `cueing` is the record of the cues until then.
  func occasions(after instant: Instant?, _ cueing: Cueing) -> (at: Instant, occasions: [Occasion])? {
    var earliest: Instant?
    var occasions: [Occasion] = []
    // The condition is checked last, because it takes longer than the comparison of times.
    func consider(_ occasion: Occasion, at moment: Instant?, if condition: @autoclosure () -> Bool = true) {
      guard let moment = moment.flatMap({ pendingTime(of: occasion, at: $0, after: instant, cueing) }),
        instant.map({ moment > $0 }) ?? (moment >= span.begin), span.end.map({ moment < $0 }) ?? true
      else { return }
      if let earliest, moment > earliest { return }
      guard condition() else { return }
      if moment != earliest { occasions = [] }
      earliest = moment
      occasions.append(occasion)
    }
    for cue in cues.channels.keys {
      switch cue {
      case .start: consider(.start(in: cues.beltLag), at: earlyStart, if: following(out: false) != nil)
      case .countdown:
        for count in cues.countdown { consider(.countdown(count), at: beforeEnd(.seconds(count))) }
      case .next: consider(.next, at: nextAnnouncement, if: following(out: false) != nil)
      case .halfway:
        consider(.halfway(.interval), at: middleOfInterval)
        consider(.halfway(.workout), at: cueing.isHalfwayPast ? nil : middleOfWorkout)
      case .split:
        if let (split, moment) = split(after: instant, cueing.given) { consider(.split(split), at: moment) }
      case .remaining: consider(.remaining, at: remainingAnnouncement(after: instant, cueing.given))
      case .finish, .stopped, .paused, .resumed, .last, .leadIn: break
      }
    }
    return earliest.map { ($0, occasions.sorted { $0.cue > $1.cue }) }
  }

  /// Occasions that announce the start of the present stage.
  var beginnings: [Occasion] {
    guard case .interval(let position, _) = state.stage else { return [.leadIn] }
    let isLast = following(out: false) == nil && position.number > 1
    let last: Occasion? = isLast ? .last(.interval) : timeline.isStartOfLastRound(position) ? .last(.round) : nil
    return [last, .start(in: nil)].compactMap(\.self)
  }

  /// The instant of an occasion whose time a measured distance may move; nil if its cue has been given.
  ///
  /// If a value of the sensor has moved the time past `instant`, the result is directly after `instant`.
  private func pendingTime(
    of occasion: Occasion, at moment: Instant, after instant: Instant?, _ cueing: Cueing
  ) -> Instant? {
    guard let given = cueing.given else { return moment }
    if given.suppresses(occasion) { return nil }
    if occasion.isEarlyStart, cueing.isNextAnnounced { return nil }
    guard let instant, moment <= instant, moment > span.begin else { return moment }
    switch occasion {
    case .next, .halfway, .start, .remaining: return instant + .nanoseconds(1)
    case .countdown where moment > instant - CueRules.staleness: return instant + .nanoseconds(1)
    default: return moment
    }
  }

  /// The cues of the present stage whose times have passed, before the first value of the sensor.
  func passedCues(split: Int) -> GivenCues {
    var given = GivenCues(split: split)
    guard let passed = state.cueing.passed else { return given }
    let times =
      cues.countdown.sorted(by: >).map { (Occasion.countdown($0), beforeEnd(.seconds($0))) }
      + [(.next, nextAnnouncement), (.halfway(.interval), middleOfInterval), (.remaining, passed)]
    for (occasion, time) in times where time.map({ $0 <= passed }) ?? false {
      given.record(occasion, remaining: remainingMultiple(at: passed, .up))
    }
    return given
  }

  /// The time of an occasion that comes `reach` before the end of the stage.
  ///
  /// Nil if the end is unknown, or if `reach` exceeds the share `CueRules.maxReach` of the stage.
  private func beforeEnd(_ reach: Duration) -> Instant? {
    guard let end = span.end, reach <= (end - span.begin) * CueRules.maxReach else { return nil }
    return end - reach
  }

  private var earlyStart: Instant? {
    cues.beltLag > .zero ? beforeEnd(cues.beltLag) : nil
  }

  private var nextAnnouncement: Instant? {
    guard let end = span.end, case .interval = state.stage, end - span.begin >= CueRules.minLengthWithNext else {
      return nil
    }
    return beforeEnd(CueRules.nextReach)
  }

  private var middleOfInterval: Instant? {
    guard case .interval(_, let span) = state.stage, let end = span.end,
      end - span.begin >= CueRules.minLengthWithHalfway
    else { return nil }
    return span.begin + (end - span.begin) / 2
  }

  /// Instant at which half of the workout's time is over; nil if it is unknown, or before the interval.
  private var middleOfWorkout: Instant? {
    guard let left = remainingAtBegin, left >= state.tally.elapsed else { return nil }
    return span.begin + (left - state.tally.elapsed) / 2
  }

  /// The next mile or kilometre that is completed after `instant`; `at` is the instant of its completion.
  ///
  /// A mile or kilometre that is completed on the boundary of two intervals belongs to the second interval, regardless
  /// of rounding errors.
  private func split(after instant: Instant?, _ given: GivenCues?) -> (number: Int, at: Instant)? {
    guard case .interval(let position, _) = state.stage, let covered = state.tally.metres else { return nil }
    if let motion = state.motion { return split(after: instant, in: motion, given) }
    let speed = timeline.interval(at: position).interval.metresPerSecond ?? 0
    let unit = cues.units.distance.metres
    let now = covered + speed * (instant.map { $0 - span.begin } ?? .zero).inSeconds
    var number = max(1, Int(((now - Self.roundingMetres) / unit).rounded(.up)))
    while true {
      let ahead = Double(number) * unit - covered
      if ahead < Self.roundingMetres {
        if instant == nil { return (number, span.begin) }
      } else {
        guard speed > 0 else { return nil }
        let moment = span.begin + .seconds(ahead / speed)
        if let end = span.end, (end - moment).inSeconds * speed < Self.roundingMetres { return nil }
        if instant.map({ moment > $0 }) ?? true { return (number, moment) }
      }
      number += 1
    }
  }

  /// The next mile or kilometre of a measured distance, of which each is announced once.
  private func split(after instant: Instant?, in motion: Motion, _ given: GivenCues?) -> (number: Int, at: Instant)? {
    guard let position, let last = given?.split else { return nil }
    let begin = max(instant ?? span.begin, motion.since, span.begin)
    guard let metres = tally(at: begin).metres else { return nil }
    let unit = cues.units.distance.metres
    let number = max(last + 1, Int((metres + Self.roundingMetres) / unit))
    let speed = timeline.interval(at: position).interval.metresPerSecond ?? 0
    guard let time = motion.time(toCover: Double(number) * unit - metres, from: begin, then: speed) else { return nil }
    return (number, begin + (instant == nil ? time : max(time, .nanoseconds(1))))
  }

  /// The first instant after `instant` at which the time left in the workout is a multiple of `remaining-every`.
  private func remainingAnnouncement(after instant: Instant?, _ given: GivenCues?) -> Instant? {
    guard cues.remainingEvery > .zero, let left = remainingAtBegin else { return nil }
    let end = span.begin + left
    if let last = given?.remaining {
      let multiple = min(last - 1, Int(left / cues.remainingEvery))
      return multiple > 0 ? end - cues.remainingEvery * multiple : nil
    }
    let multiples = Int((end - (instant ?? span.begin)) / cues.remainingEvery)
    let moment = end - cues.remainingEvery * multiples
    // The start of the workout needs no cue for the time left, because all of the time is left.
    let isDone = instant.map { moment <= $0 } ?? (moment == span.begin && state.tally.elapsed == .zero)
    let next = isDone ? moment + cues.remainingEvery : moment
    return next < end ? next : nil
  }

  /// The time left in the workout at an instant, as a multiple of `remaining-every` and rounded to an integer.
  ///
  /// Nil if the time left is unknown.
  func remainingMultiple(
    at instant: Instant, _ rounding: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> Int? {
    guard cues.remainingEvery > .zero, let left = remainingAtBegin else { return nil }
    return Int(((span.begin + left - instant) / cues.remainingEvery).rounded(rounding))
  }

  /// Time from the start of the present interval to the end of the workout; nil if unknown.
  private var remainingAtBegin: Duration? {
    guard case .interval(let position, let span) = state.stage, let end = span.end,
      let after = timeline.totals(after: position).duration
    else { return nil }
    return end - span.begin + after
  }
}
