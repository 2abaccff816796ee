import WorkoutModel

extension LossReport {
  /// Notes what intervals have lost on their way through a file.
  ///
  /// - Parameters:
  ///   - intervals: as they were to be written.
  ///   - back: as the file has them when it is read, as many.
  mutating func note(_ intervals: [Interval], readAs back: [Interval]) {
    for (interval, back) in zip(intervals, back) where interval != back {
      if interval.goal != back.goal { note(.goal(interval.goal, became: back.goal)) }
      if let pace = interval.pace, let became = back.pace, pace != became { note(.pace(pace, became: became)) }
      note(interval.label, readAs: back.label)
    }
  }

  /// Notes what a text has lost on its way through a file.
  mutating func note(_ text: String?, readAs back: String?) {
    guard let text, text != back else { return }
    note(back.map { .text(text, became: $0) } ?? .textLeftOut(text))
  }
}
