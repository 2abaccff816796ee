import Testing
import WorkoutModel

@Suite struct SpokenUnitsTests {
  @Test(
    arguments: [
      (0, "zero seconds"), (1000, "one second"), (30_000, "thirty seconds"), (59_600, "one minute"),
      (60_000, "one minute"), (90_000, "one minute thirty"), (65_000, "one minute five"),
      (120_000, "two minutes"), (3_600_000, "one hour"), (3_605_000, "one hour five seconds"),
      (3_900_000, "one hour five minutes"), (7_265_000, "two hours one minute five seconds"), (-5000, "zero seconds"),
    ])
  func `a duration is spoken in hours, minutes and seconds`(milliseconds: Int, words: String) {
    #expect(Duration.milliseconds(milliseconds).spoken == words)
  }

  @Test(
    arguments: [
      (Distance.metres(400), "four hundred metres", "400 m"), (.kilometres(5), "five kilometres", "5 km"),
      (.miles(1), "one mile", "1 mi"), (.miles(3.1), "three point one miles", "3.1 mi"),
      (.halfMarathon, "half marathon", "half marathon"), (.marathon, "marathon", "marathon"),
    ])
  func `a distance is spoken and written in the unit in which it was entered`(
    distance: Distance, words: String, phrase: String
  ) {
    #expect(distance.spoken == words)
    #expect(distance.phrase == phrase)
  }

  @Test(
    arguments: [
      (PaceUnit.minutesPerMile, 690.0, "eleven thirty a mile"), (.minutesPerMile, 600, "ten minutes a mile"),
      (.minutesPerMile, 545, "nine oh five a mile"), (.milesPerHour, 692.307_692_3, "five point two miles an hour"),
      (.milesPerHour, 3600, "one mile an hour"), (.milesPerHour, 600, "six miles an hour"),
    ])
  func `a pace is spoken in the unit in which it is shown`(unit: PaceUnit, secondsPerMile: Double, words: String) {
    #expect(unit.spoken(metresPerSecond: DistanceUnit.miles.metres / secondsPerMile) == words)
  }

  @Test(
    arguments: [
      (PaceUnit.minutesPerMile, 2.324_608, "5.2 mph", "five point two miles an hour"),
      (.minutesPerKilometre, 2.777_778, "10.0 kph", "ten kilometres an hour"),
      (.kilometresPerHour, 1.527_778, "5.5 kph", "five point five kilometres an hour"),
    ])
  func `the speed of a treadmill has one decimal, in the unit of distance of paces`(
    unit: PaceUnit, metresPerSecond: Double, text: String, words: String
  ) {
    #expect(unit.dialText(metresPerSecond: metresPerSecond) == text)
    #expect(unit.spokenDial(metresPerSecond: metresPerSecond) == words)
  }
}
