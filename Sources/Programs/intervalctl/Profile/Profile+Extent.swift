import WorkoutModel

extension Profile {
  /// What part of the workout is drawn.
  var extent: Pattern.Extent {
    guard !isWhole else { return .whole }
    return .beginning(intervals: stretches.reduce(0) { $0 + $1.count }, firstOpen == nil ? span : nil)
  }
}
