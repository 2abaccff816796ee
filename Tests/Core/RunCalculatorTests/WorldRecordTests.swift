import RunCalculator
import Testing
import WorkoutModel

@Suite struct WorldRecordTests {
  @Test(arguments: [
    (5000.0, Duration.milliseconds(755_360), String?.none), (5000, .milliseconds(755_350), "5 km"),
    (42_195, .seconds(7235), nil), (42_195, .seconds(7234), "a marathon"),
    (1609.344, .milliseconds(223_130), nil), (1609.344, .milliseconds(223_120), "a mile"),
    (100, .milliseconds(9570), "100 m"),
  ])
  func `a faster time over the same distance beats the record`(
    metres: Double, time: Duration, event: String?
  ) {
    #expect(WorldRecord.beaten(byMetres: metres, in: time)?.event == event)
  }

  /// 9 km are compared with the record over 5 km, 50 km with the marathon, and 50 m with 100 m.
  @Test(arguments: [
    (9000.0, Duration.seconds(1359), String?.some("5 km")), (9000, .seconds(1361), nil),
    (50_000, .seconds(8500), "a marathon"), (50_000, .seconds(8600), nil), (50, .seconds(4), "100 m"),
    (50, .seconds(5), nil),
  ])
  func `a run is compared with the record over the next shorter distance`(
    metres: Double, time: Duration, event: String?
  ) {
    #expect(WorldRecord.beaten(byMetres: metres, in: time)?.event == event)
  }

  @Test func `a distance that is slightly short because of rounding is compared with the same record`() {
    #expect(WorldRecord.beaten(byMetres: 1609.343_999, in: .seconds(223))?.event == "a mile")
  }
}
