import Text
package import WorkoutModel

extension DistanceUnit {
  /// All spellings, the canonical one first.
  var spellings: [String] {
    switch self {
    case .miles: ["mi", "mile", "miles"]
    case .kilometres: ["km", "k", "kilometer", "kilometers", "kilometre", "kilometres"]
    }
  }

  package init?(spelling: String) {
    guard let unit = Self.allCases.first(where: { $0.spellings.contains(spelling) }) else { return nil }
    self = unit
  }
}

extension Kind {
  /// All spellings, the canonical one first; a hyphen can replace a space.
  private var spellings: [String] {
    switch self {
    case .warmup: ["warmup", "warmups", "warm-up", "warm-ups"]
    case .run: ["run", "runs", "running"]
    case .walk: ["walk", "walks", "walking"]
    case .jog: ["jog", "jogs", "jogging"]
    case .sprint: ["sprint", "sprints", "sprinting"]
    case .work: ["work", "works", "working"]
    case .rest: ["rest", "rests", "resting"]
    case .recover: ["recover", "recovery", "recoveries", "recovering"]
    case .cooldown: ["cooldown", "cooldowns", "cool-down", "cool-downs"]
    case .interval: ["interval", "intervals"]
    }
  }

  /// Reads a word in lower case; nil if the word is not a kind.
  package init?(spelling: some StringProtocol) {
    guard let kind = Self.allCases.first(where: { $0.spellings.contains(String(spelling)) }) else { return nil }
    self = kind
  }
}

extension Scanner {
  /// Reads a kind in any spelling, such as `warm up`; reads nothing and returns nil if no kind is next.
  mutating func kind() -> Kind? {
    let word = peekWord()
    guard !word.isEmpty else { return nil }
    var ahead = self
    _ = ahead.word()
    // Most kinds have their canonical spelling, and are read without a search.
    if let kind = Kind(rawValue: word) {
      self = ahead
      return kind
    }
    var longer = ahead
    if !longer.skip("-") { longer.skipSpaces() }
    if ["warm", "cool"].contains(word), let kind = Kind(spelling: "\(word)-\(longer.word())") {
      self = longer
      return kind
    }
    guard let kind = Kind(spelling: word) else { return nil }
    self = ahead
    return kind
  }

  static let metreSpellings = ["mtr", "meter", "meters", "metre", "metres"]
  static let raceWords = ["half", "marathon"]
  static let goalWords = ["open"] + raceWords
  /// All spellings of units of time and distance.
  static let goalUnits =
    TimeUnit.allCases.flatMap(\.spellings) + DistanceUnit.allCases.flatMap(\.spellings) + metreSpellings
  static let goalDescription = "a time such as 30s or a distance such as 400mtr"

  /// Reads a duration, a distance or `open`.
  ///
  /// If `isOfUntil` is true, the goal belongs to an `until` repeat, so its number is not a count.
  mutating func goal(ofUntil isOfUntil: Bool = false) throws(NotationError) -> Goal {
    let start = offset
    if let number = try number() { return try goal(from: number, ofUntil: isOfUntil) }
    if let race = race() { return .distance(race) }
    guard word() == "open" else { throw unexpected(Self.goalDescription, words: Self.goalWords, at: start) }
    return .open
  }

  /// Reads the name of a race; returns nil if the next word is not a race.
  private mutating func race() -> Distance? {
    var ahead = self
    switch ahead.word() {
    case "marathon":
      self = ahead
      return .marathon
    case "half":
      self = ahead
      ahead.skipSpaces()
      if ahead.word() == "marathon" { self = ahead }
      return .halfMarathon
    default: return nil
    }
  }

  private mutating func goal(from number: Number, ofUntil isOfUntil: Bool) throws(NotationError) -> Goal {
    if isNext(":") {
      let time = try clock(after: number)
      return .time(try checkedTime(time, from: number))
    }
    skipSpaces()
    let unitStart = offset
    let unit = word()
    if let timeUnit = TimeUnit(unit) {
      let time = try duration(after: number, timeUnit, spelled: unit, then: .step)
      return .time(try checkedTime(time, from: number))
    }
    guard let distance = try distance(from: number, unit) else {
      offset = unitStart
      throw goalWithoutUnit(number, unit, ofUntil: isOfUntil)
    }
    return .distance(distance)
  }

  /// The error for a goal whose number has no unit; `word` is the word after the number, or empty.
  private func goalWithoutUnit(_ number: Number, _ word: String, ofUntil isOfUntil: Bool) -> NotationError {
    let expected = "a unit: s, m, h, km, mi or mtr"
    let symbol = offset < bytes.count ? symbol(at: offset) : ""
    if ["'", "′", "’", "\"", "″", "”", "-", "–"].contains(symbol) { return unexpected(expected) }
    if !isOfUntil, ["*", "·", "(", "[", "{"].contains(symbol) { return unexpected("'x' after a count") }
    if word.isEmpty || Kind(spelling: word) != nil || Kind(meantBy: word) != nil {
      return missingUnit(number, of: .timeOrDistance)
    }
    return unexpected(expected, words: Self.goalUnits.filter { $0.count > 2 })
  }

  /// Reads a distance, such as `5km` or `half`; zero is allowed only if `orZero` is true.
  mutating func distance(orZero: Bool = false) throws(NotationError) -> Distance {
    let start = offset
    guard let number = try number() else {
      guard let race = race() else {
        throw unexpected("a distance such as 5km or half", words: Self.raceWords, at: start)
      }
      return race
    }
    skipSpaces()
    let unitStart = offset
    let unit = word()
    guard let distance = try distance(from: number, unit, orZero: orZero) else {
      if unit.isEmpty { throw missingUnit(number, of: .distance) }
      let words = DistanceUnit.allCases.flatMap(\.spellings) + Self.metreSpellings
      throw unexpected("a unit of distance: km, mi or mtr", words: words.filter { $0.count > 2 }, at: unitStart)
    }
    return distance
  }

  /// The distance for a number and a unit that have been read; nil if the unit is not a unit of distance.
  ///
  /// Throws an error for a distance outside the limits.
  private func distance(
    from number: Number, _ unit: String, orZero: Bool = false
  ) throws(NotationError) -> Distance? {
    guard let distance = distance(number.value, unit) else { return nil }
    guard distance.metres <= PlanLimits.maxDistance else {
      throw error(.distanceTooLong(distance: text(from: number.offset).quotation), at: number.offset)
    }
    guard orZero || distance.metres >= PlanLimits.minDistance else {
      let typed = text(from: number.offset).quotation
      throw error(number.value > 0 ? .distanceTooShort(distance: typed) : .zeroGoal(goal: typed), at: number.offset)
    }
    return distance
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
    guard time > .zero else { throw error(.zeroGoal(goal: text(from: number.offset).quotation), at: number.offset) }
    return time
  }

  /// Reads a duration of zero or more.
  ///
  /// `alternative` is a word that is allowed instead of a time; the error for a missing time suggests this word.
  mutating func duration(
    then successor: Successor = .lineEnd, or alternative: String? = nil
  ) throws(NotationError) -> Duration {
    guard let number = try number() else {
      let words = alternative.map { [$0] } ?? []
      throw unexpected((["a time such as 10s"] + words).joined(separator: ", or "), words: words)
    }
    if isNext(":") { return try clock(after: number) }
    skipSpaces()
    let unitStart = offset
    let unit = word()
    guard let timeUnit = TimeUnit(unit) else {
      if unit.isEmpty { throw missingUnit(number, of: .time) }
      let words = TimeUnit.allCases.flatMap(\.spellings).filter { $0.count > 2 }
      throw unexpected("a unit of time: s, m or h", words: words, at: unitStart)
    }
    return try duration(after: number, timeUnit, spelled: unit, then: successor)
  }
}
