import Text
package import WorkoutModel

/// Value outside a plan, such as an argument on a command line; the unit determines the kind of the value.
package enum StandaloneValue: Equatable, Sendable {
  case time(Duration)
  case distance(Distance)
  case pace(Pace)
}

/// Kind of a standalone value.
package enum ValueKind: String, Sendable {
  case time
  case distance
  case pace
}

/// Parses a time from zero to 99:59:59.
package func readDuration(_ text: String) throws(NotationError) -> Duration {
  try readAlone(text, .time) { (scanner) throws(NotationError) in try scanner.lastDuration() }
}

/// Parses a time above zero and up to 99:59:59.
package func readTime(_ text: String) throws(NotationError) -> Duration {
  try readAlone(text, .time) { (scanner) throws(NotationError) in try scanner.lastTime() }
}

/// Parses a distance from 1 mm to 999.99 km.
package func readDistance(_ text: String) throws(NotationError) -> Distance {
  try readAlone(text, .distance) { (scanner) throws(NotationError) in try scanner.distance() }
}

/// Parses a distance from zero to 999.99 km.
package func readCoveredDistance(_ text: String) throws(NotationError) -> Distance {
  try readAlone(text, .distance) { (scanner) throws(NotationError) in try scanner.distance(orZero: true) }
}

/// Parses a pace from 1:00 to 59:59 per mile or kilometre.
package func readPace(_ text: String) throws(NotationError) -> Pace {
  try readAlone(text, .pace) { (scanner) throws(NotationError) in try scanner.pace() }
}

/// Parses the goal of an interval: a time, a distance or `open`.
package func readGoal(_ text: String) throws(NotationError) -> Goal {
  var scanner = try Scanner(text).afterSpaces
  let goal = try scanner.goal()
  guard scanner.afterSpaces.next == nil else { throw scanner.unexpected(Scanner.goalDescription) }
  return goal
}

/// Parses a time, a distance or a pace, with the limits of `readTime`, `readDistance` and `readPace`.
package func readValue(_ text: String) throws(NotationError) -> StandaloneValue {
  switch try Scanner(text).afterSpaces.valueKind {
  case .time: .time(try readTime(text))
  case .distance: .distance(try readDistance(text))
  case .pace: .pace(try readPace(text))
  case nil: throw try Scanner(text).afterSpaces.missingValue()
  }
}

/// Parses the time, the pace or both of a run or a walk: `30s @16:30/mi`, `30s` or `@16:30/mi`.
package func readTimeAndPace(_ text: String) throws(NotationError) -> (time: Duration?, pace: Pace?) {
  var scanner = try Scanner(text).afterSpaces
  var time: Duration?
  if !scanner.isNext("@") {
    guard scanner.next?.isDigit == true || scanner.valueKind != nil else {
      throw scanner.unexpected("a time such as 30s, or a pace such as @16:30/mi")
    }
    try scanner.requireKind(.time, sign: "@")
    time = try scanner.lastTime(then: .pace)
    scanner.skipSpaces()
  }
  guard scanner.skip("@") else {
    guard scanner.next == nil else { throw scanner.error(.pace) }
    return (time, nil)
  }
  return (time, try scanner.lastPace())
}

/// Parses the pace of a split or of a range of splits: `3=9:30/mi` or `1-13=10:25/mi`.
///
/// - Returns: the numbers of the first and the last split, from 1 to 999,990, and their pace; the last number may be
///   smaller than the first.
package func readAdjustment(_ text: String) throws(NotationError) -> (first: Int, last: Int, pace: Pace) {
  var scanner = try Scanner(text).afterSpaces
  guard scanner.next?.isDigit == true else {
    throw scanner.unexpected("a split and its pace such as 3=9:30/mi, or splits such as 1-13=9:30/mi")
  }
  // The upper limit is the maximum distance in metres, because a split is at least a metre long.
  let limits = 1...999_990
  let first = try scanner.wholeNumber(limits)
  var last = first
  scanner.skipSpaces()
  if scanner.skip("-") {
    scanner.skipSpaces()
    last = try scanner.wholeNumber(limits)
    scanner.skipSpaces()
  }
  guard scanner.skip("=") else { throw scanner.unexpected("'=' between a split's number and its pace") }
  return (first, last, try scanner.lastPace())
}

/// Parses a percentage with its sign, `2%` or `1.5 %`, as a fraction; nil for any other text.
package func readPercentage(_ text: String) -> Double? {
  guard var scanner = try? Scanner(text).afterSpaces, let number = try? scanner.number() else { return nil }
  scanner.skipSpaces()
  return scanner.skip("%") && scanner.afterSpaces.next == nil ? number.value / 100 : nil
}

/// Parses a value of the given kind; the text must not contain anything else except spaces.
private func readAlone<Value>(
  _ text: String, _ kind: ValueKind, _ read: (inout Scanner) throws(NotationError) -> Value
) throws(NotationError) -> Value {
  var scanner = try Scanner(text).afterSpaces
  try scanner.requireKind(kind)
  let value = try read(&scanner)
  try scanner.end(after: kind)
  return value
}

extension Scanner {
  fileprivate var afterSpaces: Scanner {
    var ahead = self
    ahead.skipSpaces()
    return ahead
  }

  fileprivate func end(after kind: ValueKind) throws(NotationError) {
    let end = afterSpaces
    guard end.next == nil else { throw end.error(.afterValue(found: end.found(at: end.offset), kind)) }
  }

  /// Reads a duration of zero or more at the end of the text.
  fileprivate mutating func lastDuration() throws(NotationError) -> Duration { try duration(then: .nothing) }

  /// Reads a duration above zero.
  fileprivate mutating func lastTime(then successor: Successor = .nothing) throws(NotationError) -> Duration {
    let start = offset
    let time = try duration(then: successor)
    guard time > .zero else { throw error(.zeroGoal(goal: text(from: start).quotation), at: start) }
    return time
  }

  /// Reads a pace at the end of the text.
  fileprivate mutating func lastPace() throws(NotationError) -> Pace {
    skipSpaces()
    try requireKind(.pace)
    let pace = try pace()
    try end(after: .pace)
    return pace
  }
}
