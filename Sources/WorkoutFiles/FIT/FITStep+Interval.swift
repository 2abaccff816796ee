import PlanNotation
import WorkoutModel

extension FITStep {
  /// How far a pace may be missed on either side before a watch complains: 3 %.
  private static let tolerance = 0.03

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
    if let speed = interval.pace?.metresPerSecond {
      target = .speed(
        low: Int((speed * (1 - Self.tolerance) * 1000).rounded()),
        high: Int((speed * (1 + Self.tolerance) * 1000).rounded()))
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
    let pace: Pace?
    switch target {
    case .none: pace = nil
    case .speed(let low, let high):
      pace = self.pace(from: low, to: high, per: unit, report: &report)
      if pace == nil {
        let target = FITWords.speed(low, high)
        remarks.append(target)
        report.note(.target(target))
      }
    case .other(let type, let zone, let low, let high):
      pace = nil
      let target = FITWords.target(type: type, zone: zone, low: low, high: high)
      remarks.append(target)
      report.note(.target(target))
    }
    let title = StepTitle(reading: name, usual: usualKind)
    let texts = [title.label, notes?.folded]
    let label = (texts.compactMap(\.self) + remarks).joined(separator: ", ")
    return Interval(goal: goal, kind: title.kind, pace: pace, label: label.isEmpty ? nil : label)
  }

  /// The interval that the notes are in the notation of plans, where it makes the same step.
  private var writtenInterval: Interval? {
    guard let notes, let plan = try? PlanFile(notes).plan, plan.steps.count == 1,
      case .interval(let interval)? = plan.steps.first
    else { return nil }
    var written = FITStep(numbersOf: interval)
    (written.notes, written.offset) = (notes, offset)
    return written == self ? interval : nil
  }

  /// The middle of a range of speeds, in millimetres a second; nil for none that a plan may have.
  private func pace(from low: Int, to high: Int, per unit: DistanceUnit, report: inout LossReport) -> Pace? {
    let (slow, fast) = (Double(min(low, high)) / 1000, Double(max(low, high)) / 1000)
    // A speed is the nearest millimetre a second to what was meant.
    func roundest(from slow: Double, to fast: Double) -> Pace? {
      Pace(within: slow - 0.0005...fast + 0.0005, per: unit)
    }
    guard let pace = roundest(from: slow, to: fast) else { return nil }
    if slow < fast, let from = roundest(from: fast, to: fast), let to = roundest(from: slow, to: slow) {
      report.note(.range(from: from, to: to, became: pace))
    }
    return pace
  }
}

extension Distance {
  /// The nearest whole number of centimetres, as FIT counts distances.
  var inCentimetres: Int { Int((metres * 100).rounded()) }
}
