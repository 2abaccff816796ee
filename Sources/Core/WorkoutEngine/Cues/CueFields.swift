import Text
package import WorkoutModel

/// Values of the fields in the text of a cue.
package struct CueFields: Sendable {
  private let occasion: Occasion
  private let progress: Progress?
  private let outcome: Outcome?
  private let units: DisplayUnits
  private let title: String?

  /// Form of a value.
  package enum Form: Sendable {
    /// Written form, such as `30 s` or `5.2 mph`.
    case written
    /// Spoken form, such as `thirty seconds` or `five point two miles an hour`.
    case spoken
  }

  /// - Parameters:
  ///   - occasion: the reason for the cue.
  ///   - progress: the state of the workout; nil after the end of the workout.
  ///   - outcome: the result of the workout; nil before the end of the workout.
  ///   - units: the units of distances; a pace has the unit in which it was entered.
  ///   - title: the name of the plan; nil if the plan has no name.
  package init(_ occasion: Occasion, progress: Progress?, outcome: Outcome?, units: DisplayUnits, title: String?) {
    self.occasion = occasion
    self.progress = progress
    self.outcome = outcome
    self.units = units
    self.title = title
  }

  /// The interval that the cue refers to: for an early start the next interval, otherwise the present interval.
  package var interval: ScheduledInterval? { occasion.isEarlyStart ? progress?.next : progress?.interval }

  /// Value of a field; empty if the field has no value.
  package func text(_ field: CueField, _ form: Form) -> String {
    switch field {
    case .cue: occasion.cue.rawValue
    case .kind: interval.map { $0.kind == .interval && form == .spoken ? "" : name(of: $0.kind, form) } ?? ""
    case .label: interval?.interval.label ?? ""
    case .goal: interval.map { extent(of: $0, form) } ?? ""
    case .duration: time(interval?.duration, form)
    case .pace: pace(form)
    case .speed: speed(form)
    case .next: progress?.next.map { announcement(of: $0, form) } ?? ""
    case .nextLabel: progress?.next?.interval.label ?? ""
    case .round: number(progress?.rounds.first?.number, form)
    case .rounds: number(progress?.rounds.first?.of, form)
    case .number: number(progress?.number, form)
    case .intervals: number(progress?.of, form)
    case .left: time(progress?.intervalRemaining?.roundedUpToSecond, form)
    case .elapsed: clock(progress?.elapsed ?? outcome?.elapsed, form)
    case .remaining: clock(progress?.remaining, form)
    case .distance: distance(form)
    case .part: part?.rawValue ?? ""
    case .count: if case .countdown(let count) = occasion { number(count, form) } else { "" }
    case .split: split(form)
    case .lag: if case .start(let lag?) = occasion { number(lag.rounded(to: .seconds(1)), form) } else { "" }
    case .title: title ?? ""
    case .paceNow: measuredPace(form)
    case .heartRate: number(progress?.sensed?.heartRate, form)
    }
  }

  private var part: Occasion.Part? {
    switch occasion {
    case .last(let part), .halfway(let part): part
    default: nil
    }
  }

  private func name(of kind: Kind, _ form: Form) -> String { form == .spoken ? kind.phrase : kind.rawValue }

  private func announcement(of interval: ScheduledInterval, _ form: Form) -> String {
    [interval.name, extent(of: interval, form)].compactMap(\.self).joined(separator: ", ")
  }

  private func extent(of interval: ScheduledInterval, _ form: Form) -> String {
    form == .spoken ? interval.spokenExtent(in: units.distance) : interval.extentText(in: units.distance)
  }

  private func time(_ time: Duration?, _ form: Form) -> String {
    time.map { form == .spoken ? $0.spoken : $0.unitsText } ?? ""
  }

  private func clock(_ time: Duration?, _ form: Form) -> String {
    time.map { form == .spoken ? $0.spoken : $0.clockText() } ?? ""
  }

  private func number(_ number: Int?, _ form: Form) -> String {
    number.map { form == .spoken ? spokenNumber($0) : "\($0)" } ?? ""
  }

  private func pace(_ form: Form) -> String {
    guard let pace = interval?.interval.pace else { return "" }
    return form == .spoken
      ? units.unit(of: pace).spoken(metresPerSecond: pace.metresPerSecond) : units.text(pace)
  }

  private func measuredPace(_ form: Form) -> String {
    guard let speed = progress?.sensed?.shownMetresPerSecond else { return "" }
    let unit = interval?.interval.pace.map(units.unit) ?? units.pace
    return form == .spoken ? unit.spoken(metresPerSecond: speed) : unit.text(metresPerSecond: speed)
  }

  /// The speed with one decimal in miles or kilometres per hour, as on a treadmill.
  private func speed(_ form: Form) -> String {
    guard let pace = interval?.interval.pace else { return "" }
    let unit = units.unit(of: pace)
    return form == .spoken
      ? unit.spokenDial(metresPerSecond: pace.metresPerSecond) : unit.dialText(metresPerSecond: pace.metresPerSecond)
  }

  private func distance(_ form: Form) -> String {
    guard let distance = progress?.distance ?? outcome?.distance, distance.metres > 0 else { return "" }
    return (form == .spoken ? distance.spoken(in: units.distance) : distance.text(in: units.distance)) ?? ""
  }

  private func split(_ form: Form) -> String {
    guard case .split(let count) = occasion else { return "" }
    return form == .spoken ? units.distance.spoken(Double(count)) : "\(count) \(units.distance.rawValue)"
  }
}
