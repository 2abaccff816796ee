import Text
import PlanNotation
import WorkoutModel

extension FITStep {
  /// The step of an interval whose pace is its own.
  init(_ interval: Interval) {
    self.init(numbersOf: interval)
    // What numbers cannot tell, such as the unit that a pace was entered in, is in the notes, for who reads them too.
    var report = LossReport()
    if (try? self.interval(per: .kilometres, report: &report)) != interval || !report.losses.isEmpty {
      let notation = interval.notation
      // What is cut would be read as a label.
      if notation.utf8.count <= FITWriter.longestText { notes = notation }
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
    name = StepTitle(kind: interval.kind, label: interval.label).text(usual: usualKind)
    if let pace = interval.pace {
      let range = SpeedRange(around: pace)
      target = .speed(low: Int((range.slow * 1000).rounded()), high: Int((range.fast * 1000).rounded()))
    }
  }

  /// The kind that the step is of, if its name says no other.
  private var usualKind: Kind { intensity?.kind ?? .interval }

  /// The interval that the step is; nil for a repeat.
  ///
  /// What its notes say in the notation of plans holds, if it makes the same numbers.
  ///
  /// - Parameters:
  ///   - unit: what a pace is for one of.
  ///   - report: where it is noted what the interval does not have.
  /// - Returns: the interval.
  /// - Throws: a time or a distance that no plan can have.
  func interval(per unit: DistanceUnit, report: inout LossReport) throws(WorkoutFileError) -> Interval? {
    if let written = writtenInterval { return written }
    var remarks: [String] = []
    let goal: Goal
    switch extent {
    case .time(let time): goal = try Goal.time(.milliseconds(time)).checked(at: .offset(offset))
    case .distance(let distance): goal = try Goal.distance(Distance(centimetres: distance)).checked(at: .offset(offset))
    case .open: goal = .open
    case .repeat: return nil
    case .other(let type, let value):
      goal = .open
      let end = FITWords.end(type: type, value: value)
      remarks.append(end)
      report.note(.end(end))
    }
    let pace = pace(per: unit, report: &report)
    // What is no pace, and a second target whatever it is, is told.
    for target in (pace == nil ? [target] : []) + [secondTarget] {
      guard let words = FITWords.target(target) else { continue }
      remarks.append(words)
      report.note(.target(words))
    }
    let title = StepTitle(reading: name, usual: usualKind)
    let texts = [title.label, notes?.cleanedToOneLine]
    let label = (texts.compactMap(\.self) + remarks).joined(separator: ", ")
    return Interval(goal: goal, kind: title.kind, pace: pace, label: label.isEmpty ? nil : label)
  }

  /// The pace that the step is held to; nil for none that a plan may have.
  private func pace(per unit: DistanceUnit, report: inout LossReport) -> Pace? {
    guard case .speed(let low, let high) = target else { return nil }
    return SpeedRange(Double(low) / 1000, Double(high) / 1000, precision: 0.0005).pace(per: unit, report: &report)
  }

  /// The interval that the notes are in the notation of plans, where it makes the same step.
  private var writtenInterval: Interval? {
    guard let notes, let plan = try? PlanFile(notes).plan, plan.steps.count == 1,
      case .interval(let interval)? = plan.steps.first
    else { return nil }
    var written = FITStep(numbersOf: interval)
    (written.notes, written.offset, written.index) = (notes, offset, index)
    return written == self ? interval : nil
  }
}

extension Distance {
  /// The nearest whole number of centimetres, as FIT counts distances.
  var inCentimetres: Int { Int((metres * 100).rounded()) }
}
