import WorkoutModel

extension Workout {
  /// The plan's steps with what `skip-last` drops written out: of `8x(20s work, 10s rest)` without its last rest
  /// there become `7x(20s work, 10s rest), 20s work`.
  func stepsSkippingLast(report: inout LossReport) -> [Step] {
    guard let kind = settings.skippedLastKind, case .repeat(let last)? = plan.steps.last,
      let shorter = plan.steps.withoutLast(kind), !shorter.isEmpty
    else { return plan.steps }
    if case .count(let rounds) = last.extent { report.note(.skippedLast(kind, rounds: rounds)) }
    return shorter
  }
}

extension [Step] {
  /// The steps without their last interval; nil where that is not of `kind`, or does not stand directly in counted
  /// repeats.
  fileprivate func withoutLast(_ kind: Kind) -> [Step]? {
    switch last {
    case .interval(let interval): return interval.kind == kind ? dropLast() : nil
    case .repeat(let `repeat`):
      guard case .count(let rounds) = `repeat`.extent, let shorter = `repeat`.body.withoutLast(kind) else { return nil }
      let others = rounds > 1 ? [Step.repeat(Repeat(.count(rounds - 1), `repeat`.body))] : []
      return dropLast() + others + shorter
    case nil: return nil
    }
  }
}
