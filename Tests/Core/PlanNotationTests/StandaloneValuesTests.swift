import PlanNotation
import TestSupport
import Testing
import WorkoutModel

/// Tests of standalone values, such as arguments on a command line.
@Suite struct StandaloneValuesTests {
  @Test(
    arguments: [
      ("11:30/mi", .pace(.time(.seconds(690), per: .miles))),
      ("7:00 / km", .pace(.time(.seconds(420), per: .kilometres))),
      ("6.02mph", .pace(.speed(6.02, .milesPerHour))), ("2.5 m/s", .pace(.speed(2.5, .metresPerSecond))),
      ("10km/h", .pace(.speed(10, .kilometresPerHour))), ("10 kph", .pace(.speed(10, .kilometresPerHour))),
      ("10km", .distance(.kilometres(10))), ("5 k", .distance(.kilometres(5))), ("400mtr", .distance(.metres(400))),
      ("half", .distance(.halfMarathon)), ("half marathon", .distance(.halfMarathon)),
      ("Marathon", .distance(.marathon)),
      ("1:05:00", .time(.seconds(3900))), ("5m", .time(.seconds(300))), (" 1h 5m ", .time(.seconds(3900))),
      ("1.5s", .time(.milliseconds(1500))),
    ] as [(String, StandaloneValue)])
  func `the unit of a value determines its kind`(text: String, value: StandaloneValue) throws {
    #expect(try readValue(text) == value)
    switch value {
    case .time(let time):
      #expect(try readTime(text) == time)
      #expect(try readDuration(text) == time)
    case .distance(let distance): #expect(try readDistance(text) == distance)
    case .pace(let pace): #expect(try readPace(text) == pace)
    }
  }

  @Test(
    arguments: [
      (
        "", 1, "found the end, expected a time such as 1:05:00, a distance such as 10km or a pace such as 11:30/mi", nil
      ),
      (
        "haf", 1, "found 'haf', expected a time such as 1:05:00, a distance such as 10km or a pace such as 11:30/mi",
        "did you mean 'half'?"
      ),
      (
        "-5km", 1, "found '-5km', expected a time such as 1:05:00, a distance such as 10km or a pace such as 11:30/mi",
        nil
      ),
      (
        "5", 1, "'5' has no unit",
        "write 5s or 5m for a time, 5km or 5mi for a distance, 5mph or 5kph for a pace"
      ),
      (
        " 10 fathoms", 5,
        "found 'fathoms', expected a unit of time (s, m, h), distance (km, mi, mtr) or pace (/mi, /km, mph, kph, m/s)",
        nil
      ),
      ("5km 3mi", 5, "unexpected '3mi' after the distance", nil),
      ("5m 3mi", 4, "unexpected '3mi' after the time", nil),
      ("6mph run", 6, "unexpected 'run' after the pace", nil),
      ("1m30", 3, "'30' has no unit", "write 30s for seconds, or 30m for minutes"),
      ("400m", 1, "'400m' would be 400 minutes, which is 6h40m", "write 400mtr for metres, or 6h40m for the time"),
      ("0s", 1, "'0s' must be longer than zero", nil),
      ("10/mi", 1, "'10/mi' is not a pace: minutes and seconds are needed", "write 10:00/mi"),
      ("6mi/h", 2, "found 'mi', expected a unit of speed: mph, kph or m/s", nil),
      ("1.", 3, "found the end, expected a digit after the point", nil),
    ] as [(String, Int, String, String?)])
  func `an invalid value is an error that lists the possible kinds`(
    text: String, column: Int, message: String, hint: String?
  ) throws {
    try expect(column, message, hint) { () throws(NotationError) in try readValue(text) }
  }

  @Test(
    arguments: [
      ("5", 1, "'5' has no unit", "write 5km, 5mi or 5mtr"),
      ("5,5km", 1, "'5' has no unit", "write 5.5km"),
      ("400m", 1, "'400m' is a time, and a distance is needed", "write 400mtr for metres or 400mi for miles"),
      ("5 min", 1, "'5 min' is a time, and a distance is needed", distanceHint),
      ("1:75", 1, "'1:75' is a time, and a distance is needed", distanceHint),
      ("1h5m", 1, "'1h5m' is a time, and a distance is needed", distanceHint),
      ("10km/h", 1, "'10km/h' is a pace, and a distance is needed", distanceHint),
      ("5 kms", 3, "found 'kms', expected a unit of distance: km, mi or mtr", nil),
      ("ten", 1, "found 'ten', expected a distance such as 5km or half", nil),
      ("half way", 6, "unexpected 'way' after the distance", nil),
      ("0km", 1, "'0km' must be longer than zero", nil),
      // With a distance below a millimetre, the calculation of paces or of the number of splits would overflow.
      ("0.0009mtr", 1, "'0.0009mtr' is too short: distances begin at 1 mm", nil),
      ("1000km", 1, "'1000km' is too long: distances go up to 999.99 km", nil),
    ] as [(String, Int, String, String?)])
  func `an invalid distance is an error`(text: String, column: Int, message: String, hint: String?) throws {
    try expect(column, message, hint) { () throws(NotationError) in try readDistance(text) }
  }

  private static let distanceHint = "a distance is written like 5km, 3.1mi, 400mtr or half"

  @Test(
    arguments: [
      ("9:30", 1, "'9:30' is a time, and a pace is needed", "write 9:30/mi or 9:30/km"),
      ("9:75", 3, "'75' is out of range: minutes and seconds go up to 59", nil),
      ("9,30/mi", 1, "'9' has no unit", "write 9:30/mi or 9:30/km"),
      (
        "1:05:00", 1, "'1:05:00' is a time, and a pace is needed", "a pace is written like 11:30/mi, 7:00/km or 6mph"
      ),
      ("5km", 1, "'5km' is a distance, and a pace is needed", "a pace is written like 11:30/mi, 7:00/km or 6mph"),
      ("9", 1, "'9' has no unit", "write 9:00/mi or 9:00/km, or 9mph or 9kph"),
      ("9.5", 1, "'9.5' has no unit", "write 9.5mph or 9.5kph"),
      ("9:30/m", 6, "found 'm', expected mi or km", "write 9:30/mi or 9:30/km"),
      ("9:30/", 6, "found the end, expected mi or km", "write 9:30/mi or 9:30/km"),
      ("9'30/km", 2, "found ''', expected ':' between minutes and seconds", "write 9:30/km"),
      ("9m30s per mile", 2, "found 'm30s', expected ':' between minutes and seconds", "write 9:30/mi"),
      ("9m30s", 1, "'9m30s' is a time, and a pace is needed", "write 9:30/mi or 9:30/km"),
      (
        "0:30/mi", 1, "'0:30/mi' is out of range: a pace is from 1:00/mi to 59:59/mi", nil
      ),
      ("fast", 1, "found 'fast', expected a pace such as 6:00/km or 6mph", nil),
    ] as [(String, Int, String, String?)])
  func `an invalid pace is an error`(text: String, column: Int, message: String, hint: String?) throws {
    try expect(column, message, hint) { () throws(NotationError) in try readPace(text) }
  }

  @Test(
    arguments: [
      ("5", 1, "'5' has no unit", "write 5s for seconds, or 5m for minutes"),
      ("5km", 1, "'5km' is a distance, and a time is needed", "a time is written like 30s, 1m30s or 1:05:00"),
      ("half", 1, "'half' is a distance, and a time is needed", "a time is written like 30s, 1m30s or 1:05:00"),
      ("6mph", 1, "'6mph' is a pace, and a time is needed", "a time is written like 30s, 1m30s or 1:05:00"),
      ("0:00", 1, "'0:00' must be longer than zero", nil),
      ("100h", 1, "'100h' is too long: times go up to 99:59:59", nil),
      ("30s 5x", 5, "unexpected '5x' after the time", nil),
    ] as [(String, Int, String, String?)])
  func `an invalid time is an error`(text: String, column: Int, message: String, hint: String?) throws {
    try expect(column, message, hint) { () throws(NotationError) in try readTime(text) }
  }

  @Test(
    arguments: [
      ("30s @16:30/mi", .seconds(30), .time(.seconds(990), per: .miles)),
      ("30s@16:30/mi", .seconds(30), .time(.seconds(990), per: .miles)),
      (" 1m 30s @ 6mph ", .seconds(90), .speed(6, .milesPerHour)), ("30s", .seconds(30), nil),
      ("@11:30/mi", nil, .time(.seconds(690), per: .miles)),
    ] as [(String, Duration?, Pace?)])
  func `an interval of a set is a time, a pace or both`(text: String, time: Duration?, pace: Pace?) throws {
    let read = try readTimeAndPace(text)
    #expect(read.time == time)
    #expect(read.pace == pace)
  }

  @Test(
    arguments: [
      ("", 1, "found the end, expected a time such as 30s, or a pace such as @16:30/mi", nil),
      (
        "400mtr @6mph", 1, "'400mtr' is a distance, and a time is needed",
        "a time is written like 30s, 1m30s or 1:05:00"
      ),
      ("16:30/mi", 1, "'16:30/mi' is a pace, and a time is needed", "write @16:30/mi"),
      ("30s 16:30/mi", 5, "found '16:30', expected '@' and a pace, or the end", "write @16:30/mi"),
      ("30s walk", 5, "found 'walk', expected '@' and a pace, or the end", nil),
      ("1m30@6mph", 3, "'30' has no unit", "write 30s for seconds, or 30m for minutes"),
      ("30@6mph", 1, "'30' has no unit", "write 30s for seconds, or 30m for minutes"),
      ("0s @6mph", 1, "'0s' must be longer than zero", nil),
      ("30s @", 6, "found the end, expected a pace such as 6:00/km or 6mph", nil),
      ("30s @9:30", 6, "'9:30' is a time, and a pace is needed", "write 9:30/mi or 9:30/km"),
      ("30s @6mph x", 11, "unexpected 'x' after the pace", nil),
    ] as [(String, Int, String, String?)])
  func `an invalid interval of a set is an error`(text: String, column: Int, message: String, hint: String?) throws {
    try expect(column, message, hint) { () throws(NotationError) in try readTimeAndPace(text).time }
  }

  @Test(
    arguments: [
      ("3=9:30/mi", 3, 3), (" 999990 = 9:30/mi", 999_990, 999_990), ("1-13=9:30/mi", 1, 13),
      (" 2 - 4 = 9:30/mi ", 2, 4), ("13-1=9:30/mi", 13, 1),
    ])
  func `an adjustment has the number of a split, or of two splits, and a pace`(
    text: String, first: Int, last: Int
  ) throws {
    let read = try readAdjustment(text)
    #expect(read.first == first)
    #expect(read.last == last)
    #expect(read.pace == .time(.seconds(570), per: .miles))
  }

  @Test(
    arguments: [
      ("9:30/mi", 2, "found ':30', expected '=' between a split's number and its pace", nil),
      (
        "x=9:30/mi", 1, "found 'x', expected a split and its pace such as 3=9:30/mi, or splits such as 1-13=9:30/mi",
        nil
      ),
      ("0=9:30/mi", 1, "'0' is out of range: 1 to 999990", nil),
      ("3=9:30", 3, "'9:30' is a time, and a pace is needed", "write 9:30/mi or 9:30/km"),
      ("3=10", 3, "'10' has no unit", "write 10:00/mi or 10:00/km, or 10mph or 10kph"),
      ("3=9:30/mi 4=9:00/mi", 11, "unexpected '4' after the pace", nil),
      ("1-=9:30/mi", 3, "found '=', expected a whole number from 1 to 999990", nil),
      ("1-0=9:30/mi", 3, "'0' is out of range: 1 to 999990", nil),
      ("1-3-5=9:30/mi", 4, "found '-5', expected '=' between a split's number and its pace", nil),
    ] as [(String, Int, String, String?)])
  func `an invalid adjustment is an error`(text: String, column: Int, message: String, hint: String?) throws {
    try expect(column, message, hint) { () throws(NotationError) in try readAdjustment(text).first }
  }

  @Test(arguments: [("2%", 0.02), (" 1.5 % ", 0.015), ("0%", 0), ("50%", 0.5)])
  func `a percentage is a fraction`(text: String, fraction: Double) throws {
    #expect(abs(try #require(readPercentage(text)) - fraction) < 1e-15)
  }

  @Test(arguments: ["", "2", "%", "-2%", "2%%", "2% 3", "fast", "2,5%", "2.%"])
  func `a text without a number or without a sign is not a percentage`(text: String) {
    #expect(readPercentage(text) == nil)
  }

  @Test(arguments: seeds)
  func `a random text is parsed without a crash, and an error is located within the text`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let samples = [
      "11:30/mi", "30s @16:30/mi", "3=9:30/mi", "1-13=9:30/mi", "1h 5m 3.25s", "6.02 mph",
      "half marathon", "10km/h", "5m",
    ]
    for sample in samples {
      var changed = Array(sample.unicodeScalars)
      for _ in 0...Int.random(in: 0...4, using: &generator) {
        let index = Int.random(in: 0...changed.count, using: &generator)
        if index < changed.count, generator.oneIn(3) {
          changed.remove(at: index)
        } else {
          let scalar = "0599.:/@=mkhs \n#\"é\u{0}\u{1B}\u{FEFF}".unicodeScalars.randomElement(using: &generator)
          changed.insert(contentsOf: [scalar ?? "9"], at: index)
        }
      }
      let text = String(String.UnicodeScalarView(changed))
      check { () throws(NotationError) in _ = try readValue(text) }
      check { () throws(NotationError) in _ = try readDuration(text) }
      check { () throws(NotationError) in _ = try readTime(text) }
      check { () throws(NotationError) in _ = try readDistance(text) }
      check { () throws(NotationError) in _ = try readPace(text) }
      check { () throws(NotationError) in _ = try readTimeAndPace(text) }
      check { () throws(NotationError) in _ = try readAdjustment(text) }
    }
  }

  private func expect<Value>(
    _ column: Int, _ message: String, _ hint: String?, sourceLocation: SourceLocation = #_sourceLocation,
    _ read: () throws(NotationError) -> Value
  ) throws {
    let error = try #require(throws: NotationError.self, sourceLocation: sourceLocation) { _ = try read() }
    #expect(error.message == message, sourceLocation: sourceLocation)
    #expect(error.line == 1, sourceLocation: sourceLocation)
    #expect(error.column == column, sourceLocation: sourceLocation)
    #expect(error.hint == hint, sourceLocation: sourceLocation)
  }

  private func check(_ read: () throws(NotationError) -> Void) {
    do {
      try read()
    } catch {
      #expect(error.line >= 1)
      #expect(error.column >= 1)
      #expect(!error.message.isEmpty)
      #expect(error.column <= error.lineText.unicodeScalars.count + 1)
      #expect(!(error.message + (error.hint ?? "")).unicodeScalars.contains("\u{1B}"))
    }
  }
}

@Suite struct PlanNameTests {
  @Test(arguments: ["long-run", "Long run", "5k-easy", "x", "läufe", "走る", "forever", "a.b", "30s rum"])
  func `a word that is neither a plan nor a path can be a name`(name: String) throws {
    #expect(try PlanName(name).text == name)
  }

  @Test(
    arguments: [
      ("", .empty), (" \t", .empty), (String(repeating: "é", count: 51), .tooLong), ("a/b", .slash), ("/", .slash),
      ("a/\u{301}b", .slash),
      (".hidden", .beginning), ("..", .beginning), ("-x", .beginning), ("a\u{1B}[2Jb", .invisible),
      ("a\nb", .invisible),
      ("a\u{202E}b", .invisible), ("a\0b", .invisible), ("run.plan", .fileExtension), ("5k", .notation),
      ("forever 30s", .notation), ("half", .notation), ("30s run", .notation),
    ] as [(String, PlanName.Problem)])
  func `a text that cannot be a plan's name is refused`(name: String, problem: PlanName.Problem) {
    #expect(throws: problem) { try PlanName(name) }
  }
}
