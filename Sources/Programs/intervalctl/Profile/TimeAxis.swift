import WorkoutModel

/// The times that an axis is labelled with.
enum TimeAxis {
  /// Round times from 0:00 on, of which at most so many fit, and the time up to which it is known what is when: the end
  /// of what is drawn whole, or where an open interval begins.
  ///
  /// Those before that time stay `isApart` from it.
  static func marks(of profile: Profile, most: Int, isApart: (Duration, Duration) -> Bool) -> [Duration] {
    let end = profile.firstOpen ?? profile.span
    let step = steps.first { profile.span / $0 <= Double(max(most, 1)) } ?? steps[steps.count - 1]
    var marks: [Duration] = [.zero]
    while let last = marks.last, last + step < end { marks.append(last + step) }
    guard profile.isWhole || profile.firstOpen != nil, end > .zero else { return marks }
    return marks.filter { $0 == .zero || isApart($0, end) } + (isApart(.zero, end) ? [end] : [])
  }

  private static let steps: [Duration] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
  ].map(Duration.seconds)
}
