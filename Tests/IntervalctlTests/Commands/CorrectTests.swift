import Testing
import WorkoutControl
import WorkoutModel

@testable import intervalctl

@Suite struct CorrectTests {
  private let units = DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)

  @Test func `it is said how the workout then stands, its distance first`() {
    #expect(
      Correct.lines(Wire.Corrected(status: Samples.running), units, .plain) == [
        "1.18 of 5.00 km; Run 30 s, 0:23 left; round 3 of 9, 2 of 4; 32:50 left in all"
      ])
    #expect(
      Correct.lines(Wire.Corrected(status: Samples.leadIn), units, .plain) == [
        "0.00 of 5.00 km; Get ready: run 30 s in 0:05; 43:57 left in all"
      ])
  }

  @Test func `or what the last workout came to`() {
    var summary = Samples.summary
    (summary.distanceM, summary.corrected) = (1250, true)
    #expect(
      Correct.lines(Wire.Corrected(summary: summary), units, .plain) == [
        "Stopped \"30/30\"", "Time       11:07 of 43:57, and 1:02 of pauses", "Distance   1.25 of 5.00 km, corrected",
        "Pace       8:54/km", "Intervals  21", "Cues       20, at most 1.2 ms late, 2 missed",
      ])
  }
}
