import TestSupport
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

  /// Checks that no cue was later than a bound or missed, apart from delays by the load of the machine.
  ///
  /// `delay` must have been measured at the same time. The intervals of the workout must take a second.
  func expect(
    atMost bound: Duration, beside delay: WakeUpDelay, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let allowance = delay.allowance
    #expect(missed <= Int(allowance / .seconds(1)), "\(self), \(delay.max)", sourceLocation: sourceLocation)
    #expect(.microseconds(maxUs) < bound + allowance, "\(self), \(delay.max)", sourceLocation: sourceLocation)
  }
}
