import WorkoutModel

extension DistanceUnit {
  /// All spellings, the canonical one first.
  var spellings: [String] {
    switch self {
    case .miles: ["mi", "mile", "miles"]
    case .kilometres: ["km", "k", "kilometer", "kilometers", "kilometre", "kilometres"]
    }
  }

  init?(spelling: String) {
    guard let unit = Self.allCases.first(where: { $0.spellings.contains(spelling) }) else { return nil }
    self = unit
  }
}

extension Scanner {
  static let metreSpellings = ["mtr", "meter", "meters", "metre", "metres"]
  static let goalWords = ["open", "half", "marathon"]
  static let goalDescription = "a time such as 30s or a distance such as 400mtr"

  /// Reads a duration, a distance or `open`.
  mutating func goal() throws(NotationError) -> Goal {
    let start = offset
    if let number = try number() { return try goal(from: number) }
    switch word() {
    case "open": return .open
    case "marathon": return .distance(.marathon)
    case "half":
      var ahead = self
      ahead.skipSpaces()
      if ahead.word() == "marathon" { self = ahead }
      return .distance(.halfMarathon)
    default: throw unexpected(Self.goalDescription, words: Self.goalWords, at: start)
    }
  }

  private mutating func goal(from number: Number) throws(NotationError) -> Goal {
    if isNext(":") {
      let time = try clock(after: number)
      return .time(try checkedTime(time, from: number))
    }
    skipSpaces()
    let unitStart = offset
    let unit = word()
    if let timeUnit = TimeUnit(unit) {
      let time = try duration(after: number, timeUnit, spelled: unit)
      return .time(try checkedTime(time, from: number))
    }
    guard let distance = distance(number.value, unit) else {
      if unit.isEmpty { throw error(.missingUnit(number: number.quotation, isTime: false), at: number.offset) }
      let words =
        TimeUnit.allCases.flatMap(\.spellings) + DistanceUnit.allCases.flatMap(\.spellings) + Self.metreSpellings
      throw unexpected("a unit: s, m, h, km, mi or mtr", words: words.filter { $0.count > 2 }, at: unitStart)
    }
    guard distance.metres <= PlanLimits.longestDistance else {
      throw error(.distanceTooLong(distance: shortened(text(from: number.offset))), at: number.offset)
    }
    guard distance.metres > 0 else {
      throw error(.zeroGoal(goal: shortened(text(from: number.offset))), at: number.offset)
    }
    return .distance(distance)
  }

  private func distance(_ value: Double, _ unit: String) -> Distance? {
    if Self.metreSpellings.contains(unit) { return .metres(value) }
    return switch DistanceUnit(spelling: unit) {
    case .kilometres: .kilometres(value)
    case .miles: .miles(value)
    case nil: nil
    }
  }

  private func checkedTime(_ time: Duration, from number: Number) throws(NotationError) -> Duration {
    guard time > .zero else { throw error(.zeroGoal(goal: shortened(text(from: number.offset))), at: number.offset) }
    return time
  }

  /// Reads a duration, which may be of no time at all.
  mutating func duration() throws(NotationError) -> Duration {
    guard let number = try number() else { throw unexpected("a time such as 10s") }
    if isNext(":") { return try clock(after: number) }
    skipSpaces()
    let unitStart = offset
    let unit = word()
    guard let timeUnit = TimeUnit(unit) else {
      if unit.isEmpty { throw error(.missingUnit(number: number.quotation, isTime: true), at: number.offset) }
      let words = TimeUnit.allCases.flatMap(\.spellings).filter { $0.count > 2 }
      throw unexpected("a unit of time: s, m or h", words: words, at: unitStart)
    }
    return try duration(after: number, timeUnit, spelled: unit)
  }
}
