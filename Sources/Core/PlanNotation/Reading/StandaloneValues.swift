import Text
package import WorkoutModel

/// Reads a time that stands alone, of up to 99:59:59; it may be no time at all.
package func readDuration(_ text: String) throws(NotationError) -> Duration {
  try readAlone(text, .time) { (scanner) throws(NotationError) in try scanner.lastDuration() }
}

/// Reads a time that stands alone, as a goal: more than nothing, up to 99:59:59.
package func readTime(_ text: String) throws(NotationError) -> Duration {
  try readAlone(text, .time) { (scanner) throws(NotationError) in try scanner.lastTime() }
}

/// Reads a distance that stands alone, as a goal: more than nothing, up to 999.99 km.
package func readDistance(_ text: String) throws(NotationError) -> Distance {
  try readAlone(text, .distance) { (scanner) throws(NotationError) in try scanner.distance() }
}

/// Reads a distance that stands alone, as what is covered: up to 999.99 km, and none at first.
package func readCoveredDistance(_ text: String) throws(NotationError) -> Distance {
  try readAlone(text, .distance) { (scanner) throws(NotationError) in try scanner.distance(orNone: true) }
}

/// Reads a pace that stands alone, from 1:00 to 59:59 a mile or a kilometre.
package func readPace(_ text: String) throws(NotationError) -> Pace {
  try readAlone(text, .pace) { (scanner) throws(NotationError) in try scanner.pace() }
}

/// Reads a time, a distance or a pace that stands alone, within the same limits.
package func readValue(_ text: String) throws(NotationError) -> StandaloneValue {
  switch try Scanner(text).afterSpaces.valueKind {
  case .time: .time(try readTime(text))
  case .distance: .distance(try readDistance(text))
  case .pace: .pace(try readPace(text))
  case nil: throw try Scanner(text).afterSpaces.noValue()
  }
}

/// Reads what an interval of a set is given by: `30s @16:30/mi`, `30s` or `@16:30/mi`.
///
/// - Returns: a time, a pace or both.
package func readTimeAndPace(_ text: String) throws(NotationError) -> (time: Duration?, pace: Pace?) {
  var scanner = try Scanner(text).afterSpaces
  var time: Duration?
  if !scanner.isNext("@") {
    guard scanner.next?.isDigit == true || scanner.valueKind != nil else {
      throw scanner.unexpected("a time such as 30s, or a pace such as @16:30/mi")
    }
    try scanner.refuse(otherThan: .time, sign: "@")
    time = try scanner.lastTime(then: .pace)
    scanner.skipSpaces()
  }
  guard scanner.skip("@") else {
    guard scanner.next == nil else { throw scanner.error(.pace) }
    return (time, nil)
  }
  return (time, try scanner.lastPace())
}

/// Reads the pace of a single split: `3=9:30/mi`.
///
/// - Returns: the split's number, from 1 to 999,990, and its pace.
package func readAdjustment(_ text: String) throws(NotationError) -> (split: Int, pace: Pace) {
  var scanner = try Scanner(text).afterSpaces
  guard scanner.next?.isDigit == true else { throw scanner.unexpected("a split and its pace such as 3=9:30/mi") }
  // The longest distance has so many splits of a metre each.
  let split = try scanner.wholeNumber(1...999_990)
  scanner.skipSpaces()
  guard scanner.skip("=") else { throw scanner.unexpected("'=' between a split's number and its pace") }
  return (split, try scanner.lastPace())
}

/// Reads a value of a kind, with nothing but spaces around it.
private func readAlone<Value>(
  _ text: String, _ kind: ValueKind, _ read: (inout Scanner) throws(NotationError) -> Value
) throws(NotationError) -> Value {
  var scanner = try Scanner(text).afterSpaces
  try scanner.refuse(otherThan: kind)
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

  /// Reads a duration of zero or more that ends the text.
  fileprivate mutating func lastDuration() throws(NotationError) -> Duration { try duration(then: .nothing) }

  /// Reads a duration above zero.
  fileprivate mutating func lastTime(then successor: Successor = .nothing) throws(NotationError) -> Duration {
    let start = offset
    let time = try duration(then: successor)
    guard time > .zero else { throw error(.zeroGoal(goal: text(from: start).quotation), at: start) }
    return time
  }

  /// Reads a pace that ends the text.
  fileprivate mutating func lastPace() throws(NotationError) -> Pace {
    skipSpaces()
    try refuse(otherThan: .pace)
    let pace = try pace()
    try end(after: .pace)
    return pace
  }
}
