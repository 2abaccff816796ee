import PlanNotation
import Text
import WorkoutModel

/// A step of a FIT workout: an interval, or a repeat of preceding steps.
///
/// Source: Garmin, "FIT SDK", profile, message `workout_step` (27).
struct FITStep: Equatable {
  var name: String?
  var extent: Extent
  var target = Target.none
  var intensity: Intensity?
  var notes: String?
  /// Texts about an exercise or equipment, which become part of the label.
  var details: [String] = []
  /// Kind of an active step: `run`, or `walk` in a workout for walking.
  var activeKind = Kind.run
  /// Second target, in addition to `target`.
  var secondTarget = Target.none
  /// Number of the step, by which a repeat refers to the step.
  var index = 0
  /// Offset of the message in the file that was read, in bytes.
  var offset = 0

  enum Extent: Equatable {
    case time(milliseconds: Int)
    case distance(centimetres: Int)
    case open
    /// A repeat of the steps from number `from` up to this step.
    case `repeat`(from: Int, Ending)
    /// An end condition that a timer cannot detect: its number in the profile and its value.
    case other(type: Int, value: Int?)
  }

  /// End condition of a repeat.
  enum Ending: Equatable {
    case count(Int)
    case time(milliseconds: Int)
    case distance(centimetres: Int)
    case other(type: Int, value: Int?)
  }

  enum Target: Equatable {
    case none
    /// A range of speeds in millimetres per second.
    case speed(low: Int, high: Int)
    /// Another target: its number in the profile, a zone, and a range of values.
    case other(type: Int, zone: Int?, low: Int?, high: Int?)
  }

  enum Intensity: UInt8 {
    case active
    case rest
    case warmup
    case cooldown
    case recovery
    case interval
    case other
  }
}

// MARK: Intervals

extension FITStep {
  /// Makes the step for an interval.
  init(_ interval: Interval) {
    self.init(numbersOf: interval)
    // If the fields cannot represent a part of the interval exactly, such as the unit of the pace, the notes contain
    // the notation of the interval.
    var report = LossReport()
    if (try? self.interval(per: .kilometres, report: &report)) != interval || !report.losses.isEmpty {
      let notation = interval.notation
      // A longer notation would be cut. An import would then read the incomplete notation as part of the label.
      if notation.utf8.count <= FITWriter.maxTextBytes { notes = notation }
    }
  }

  private init(numbersOf interval: Interval) {
    extent =
      switch interval.goal {
      case .time(let time): .time(milliseconds: time.inMilliseconds)
      case .distance(let distance): .distance(centimetres: distance.inCentimetres)
      case .open: .open
      }
    intensity = Intensity(interval.kind)
    name = StepTitle(kind: interval.kind, label: interval.label).text(defaultKind: defaultKind)
    if let pace = interval.pace {
      let range = SpeedRange(around: pace)
      target = .speed(low: Int((range.slow * 1000).rounded()), high: Int((range.fast * 1000).rounded()))
    }
  }

  /// Kind of the step if the step's name does not specify a kind.
  private var defaultKind: Kind {
    switch intensity {
    case .active, .other: activeKind
    case .interval: .work
    case .rest: .rest
    case .warmup: .warmup
    case .cooldown: .cooldown
    case .recovery: .recover
    // In a workout for walking, a step without an intensity is a walk.
    case nil: activeKind == .walk ? .walk : .interval
    }
  }

  /// Converts the step to an interval.
  ///
  /// If the notes contain an interval in plan notation, and it matches the fields of the step, the result is this
  /// interval.
  ///
  /// - Parameters:
  ///   - unit: Unit of the pace.
  ///   - report: Receives the losses.
  /// - Returns: The interval; nil for a repeat.
  /// - Throws: An error for a time or a distance outside the limits of plans.
  func interval(per unit: DistanceUnit, report: inout LossReport) throws(WorkoutFileError) -> Interval? {
    if let interval = intervalInNotes { return interval }
    var conditions: [String] = []
    let goal: Goal
    switch extent {
    case .time(let time): goal = try Goal.time(.milliseconds(time)).checked(at: .offset(offset))
    case .distance(let distance): goal = try Goal.distance(Distance(centimetres: distance)).checked(at: .offset(offset))
    case .open: goal = .open
    case .repeat: return nil
    case .other(let type, let value):
      goal = .open
      let end = FITWords.end(type: type, value: value)
      conditions.append(end)
      report.add(.end(end))
    }
    var pace: Pace?
    for target in [target, secondTarget] {
      if pace == nil, let speed = target.pace(per: unit, report: &report) {
        pace = speed
        continue
      }
      guard let words = FITWords.target(target) else { continue }
      conditions.append(words)
      report.add(.target(words))
    }
    let title = StepTitle(reading: name, defaultKind: defaultKind)
    let texts = [title.label] + details.filter { $0 != title.label } + [notes?.cleanedToOneLine]
    return Interval(
      goal: goal, kind: title.kind, pace: pace, label: (texts.compactMap(\.self) + conditions).joinedAsLabel)
  }

  /// Whether the length of the step is 0.
  var isEmpty: Bool { [.time(milliseconds: 0), .distance(centimetres: 0)].contains(extent) }

  /// Reports a step whose length is 0, and its texts.
  func addEmpty(to report: inout LossReport) {
    report.addEmptyStep(
      "step \(index + 1)", at: .offset(offset), .label,
      ([name, notes] + details).compactMap { $0?.cleanedToOneLine })
  }

  /// The interval in the notes; nil if the notes contain no interval or do not match the fields of this step.
  private var intervalInNotes: Interval? {
    guard let notes, let plan = try? PlanFile(notes).plan, plan.steps.count == 1,
      case .interval(let interval)? = plan.steps.first
    else { return nil }
    var written = FITStep(numbersOf: interval)
    (written.notes, written.offset, written.index, written.activeKind) = (notes, offset, index, activeKind)
    return written == self ? interval : nil
  }
}

extension FITStep.Target {
  /// Converts the target to a pace; nil if the target is not a speed, or if the pace is outside the limits of plans.
  fileprivate func pace(per unit: DistanceUnit, report: inout LossReport) -> Pace? {
    guard case .speed(let low, let high) = self else { return nil }
    return SpeedRange(Double(low) / 1000, Double(high) / 1000, precision: 0.0005).pace(per: unit, report: &report)
  }
}

// MARK: Repeats

extension FITStep {
  /// Makes a step that repeats the preceding steps, beginning with step number `from`.
  ///
  /// The extent must not be `forever`, because FIT has no endless repeats.
  init(repeating extent: Repeat.Extent, from: Int) {
    switch extent {
    case .count(let count): self.extent = .repeat(from: from, .count(count))
    case .untilTime(let time): self.extent = .repeat(from: from, .time(milliseconds: time.inMilliseconds))
    case .untilDistance(let distance):
      self.extent = .repeat(from: from, .distance(centimetres: distance.inCentimetres))
      if Distance(centimetres: distance.inCentimetres) != distance { notes = "until \(distance.notation)" }
    case .forever: preconditionFailure("FIT has no endless repeats")
    }
  }

  /// Converts the end condition of a repeat; nil if a timer cannot detect the condition.
  ///
  /// - Throws: An error for a count, a time or a distance outside the limits of plans.
  func extent(of ending: Ending) throws(WorkoutFileError) -> Repeat.Extent? {
    switch ending {
    case .count(let count):
      guard PlanLimits.counts.contains(count) else {
        throw WorkoutFileError(.repetitions(count), at: .offset(offset))
      }
      return .count(count)
    case .time(let time):
      _ = try Goal.time(.milliseconds(time)).checked(at: .offset(offset))
      return .untilTime(.milliseconds(time))
    case .distance(let centimetres):
      _ = try Goal.distance(Distance(centimetres: centimetres)).checked(at: .offset(offset))
      let written = notes.flatMap { $0.hasPrefix("until ") ? try? readDistance(String($0.dropFirst(6))) : nil }
      return .untilDistance(
        written.flatMap { $0.inCentimetres == centimetres ? $0 : nil } ?? Distance(centimetres: centimetres))
    case .other: return nil
    }
  }

  /// The name and the notes of a repeat, which a plan cannot contain.
  ///
  /// Notes that only contain the distance of the repeat, as in an export, are left out.
  func unusedTexts(_ extent: Repeat.Extent?) -> [String] {
    let texts = [name, notes].compactMap { $0?.cleanedToOneLine }
    guard case .untilDistance(let distance)? = extent else { return texts }
    return texts.filter { $0 != "until \(distance.notation)" }
  }
}

// MARK: Kinds

extension FITStep.Intensity {
  /// Makes the intensity of a kind; nil for the kind `interval`.
  init?(_ kind: Kind) {
    switch kind {
    case .run, .jog, .sprint: self = .active
    case .work: self = .interval
    case .walk, .rest: self = .rest
    case .recover: self = .recovery
    case .warmup: self = .warmup
    case .cooldown: self = .cooldown
    case .interval: return nil
    }
  }
}
