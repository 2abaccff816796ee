import Testing
import WorkoutReports

extension Report.Punctuality {
  /// Checks that what was broken did not hold the beat up.
  ///
  /// In full size, by itself, no cue may be missed or a quarter of a second late. Within the other tests a machine that
  /// stands still for some seconds is no fault of the daemon's, whose cues what hangs would hold up one after the
  /// other.
  func expectUnharmed(sourceLocation: SourceLocation = #_sourceLocation) {
    let (most, latest) = FaultSize.of((missed: 3, mean: 500_000), full: (missed: 0, mean: 50_000))
    #expect(missed <= most && meanUs < latest, "\(self)", sourceLocation: sourceLocation)
    if FaultSize.isFull { #expect(maxUs < 250_000, sourceLocation: sourceLocation) }
  }
}
