import WorkoutModel

/// What there is to be told in the present stage, whether or not it is given in the end.
extension Session {
  /// The next instant behind another, and before the end of the stage, with all that is to be told then; nil for none.
  ///
  /// Without another instant it is the first of the stage, and its beginning is among them.
  func occasions(after instant: Instant?) -> (at: Instant, occasions: [Occasion])? {
    var earliest: Instant?
    var occasions: [Occasion] = []
    func consider(_ occasion: Occasion, at moment: Instant?) {
      guard let moment, instant.map({ moment > $0 }) ?? (moment >= span.begin), span.end.map({ moment < $0 }) ?? true
      else { return }
      if let earliest, moment > earliest { return }
      if moment != earliest { occasions = [] }
      earliest = moment
      occasions.append(occasion)
    }
    for cue in cues.channels.keys {
      switch cue {
      case .start: consider(.start(in: cues.beltLag), at: earlyStart)
      case .countdown:
        for count in cues.countdown { consider(.countdown(count), at: beforeEnd(.seconds(count))) }
      case .next: consider(.next, at: nextMention)
      case .halfway:
        consider(.halfway(.interval), at: middleOfInterval)
        consider(.halfway(.workout), at: middleOfWorkout)
      case .split:
        if let (split, moment) = split(after: instant) { consider(.split(split), at: moment) }
      case .remaining: consider(.remaining, at: mentionOfRemaining(after: instant))
      case .finish, .stopped, .paused, .resumed, .last, .leadIn: break
      }
    }
    return earliest.map { ($0, occasions.sorted { $0.cue > $1.cue }) }
  }

  /// What is to be told when an interval begins.
  var beginnings: [Occasion] {
    guard case .interval(let place, _) = state.stage else { return [.leadIn] }
    let isLast = following(out: false) == nil && place.number > 1
    let last: Occasion? = isLast ? .last(.interval) : timeline.isStartOfLastRound(place) ? .last(.round) : nil
    return [last, .start(in: nil)].compactMap(\.self)
  }

  /// So long before the end of the stage, if that is not too far back.
  private func beforeEnd(_ reach: Duration) -> Instant? {
    guard let end = span.end, reach <= (end - span.begin) * CueRules.longestReach else { return nil }
    return end - reach
  }

  private var earlyStart: Instant? {
    guard cues.beltLag > .zero, following(out: false) != nil else { return nil }
    return beforeEnd(cues.beltLag)
  }

  private var nextMention: Instant? {
    guard let end = span.end, case .interval = state.stage, end - span.begin >= CueRules.shortestWithNext,
      following(out: false) != nil
    else { return nil }
    return beforeEnd(CueRules.nextReach)
  }

  private var middleOfInterval: Instant? {
    guard case .interval(_, let span) = state.stage, let end = span.end,
      end - span.begin >= CueRules.shortestWithHalfway
    else { return nil }
    return span.begin + (end - span.begin) / 2
  }

  /// When as much of the workout is over as is left.
  private var middleOfWorkout: Instant? {
    guard !state.cueing.isHalfwayPast, let left = remainingAtBegin, left >= state.tally.elapsed else { return nil }
    return span.begin + (left - state.tally.elapsed) / 2
  }

  /// When the next whole mile or kilometre is covered behind an instant.
  ///
  /// A crossing that falls on a boundary belongs to the interval that begins there, whichever side rounding puts it on.
  private func split(after instant: Instant?) -> (number: Int, at: Instant)? {
    guard case .interval(let place, _) = state.stage, let covered = state.tally.metres else { return nil }
    let speed = timeline.interval(at: place).interval.pace?.metresPerSecond ?? 0
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

  /// When a multiple of the time between two mentions is left of the workout, behind an instant.
  private func mentionOfRemaining(after instant: Instant?) -> Instant? {
    guard let left = remainingAtBegin, cues.remainingEvery > .zero else { return nil }
    let end = span.begin + left
    let multiples = Int((end - (instant ?? span.begin)) / cues.remainingEvery)
    let moment = end - cues.remainingEvery * multiples
    // What is left at the very start is what was asked for.
    let isTold = instant.map { moment <= $0 } ?? (moment == span.begin && state.tally.elapsed == .zero)
    let next = isTold ? moment + cues.remainingEvery : moment
    return next < end ? next : nil
  }

  /// The time from the beginning of the interval to the end of the workout; nil where that is not known.
  private var remainingAtBegin: Duration? {
    guard case .interval(let place, let span) = state.stage, let end = span.end,
      let after = timeline.measure(after: place).duration
    else { return nil }
    return end - span.begin + after
  }
}
