import PlanNotation
import WorkoutModel

extension LossReport {
  /// Notes what steps have lost on their way through a file.
  ///
  /// - Parameters:
  ///   - steps: as they were to be written.
  ///   - back: as the file has them when it is read.
  mutating func note(_ steps: [Step], readAs back: [Step]) {
    guard steps.count == back.count else { return note(.step(Plan(steps).notation, became: Plan(back).notation)) }
    for (step, back) in zip(steps, back) where step != back {
      switch (step, back) {
      case (.interval(let interval), .interval(let back)): note(interval, readAs: back)
      case (.repeat(let `repeat`), .repeat(let back)) where `repeat`.extent == back.extent:
        note(`repeat`.body, readAs: back.body)
      case (.interval, _), (.repeat, _): note(.step(Plan([step]).notation, became: Plan([back]).notation))
      }
    }
  }

  private mutating func note(_ interval: Interval, readAs back: Interval) {
    if interval.goal != back.goal { note(.goal(interval.goal, became: back.goal)) }
    if let pace = interval.pace, let became = back.pace, pace != became { note(.pace(pace, became: became)) }
    note(.label, interval.label, readAs: back.label)
    // A label may be read as what it is not.
    if interval.kind != back.kind || (interval.pace == nil) != (back.pace == nil) {
      note(.step(interval.notation, became: back.notation))
    }
  }

  /// Notes what a text has lost on its way through a file.
  mutating func note(_ kind: Loss.Text, _ text: String?, readAs back: String?) {
    guard let text, text != back else { return }
    note(back.map { .text(text, became: $0) } ?? .textLeftOut(kind, text))
  }
}
