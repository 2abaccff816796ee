import Testing
import WorkoutReports

extension Report.Punctuality {
  /// Checks that a fault did not delay the cues.
  ///
  /// In a fault test of full size, no cue may be missed or be 250 ms late. In a fault test of small size, the limits
  /// are wider, because other tests can stall the machine for seconds. A blocked daemon still exceeds these limits,
  /// because each of its cues is late.
  func expectWithinLimits(sourceLocation: SourceLocation = #_sourceLocation) {
    let (maxMissed, maxMeanUs) = FaultSize.of((3, 500_000), full: (0, 50_000))
    #expect(missed <= maxMissed, "\(self)", sourceLocation: sourceLocation)
    #expect(meanUs < maxMeanUs, "\(self)", sourceLocation: sourceLocation)
    if FaultSize.isFull { #expect(maxUs < 250_000, sourceLocation: sourceLocation) }
  }
}
