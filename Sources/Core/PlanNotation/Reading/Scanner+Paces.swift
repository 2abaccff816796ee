import Text
package import WorkoutModel

extension PaceUnit {
  /// Parses any spelling of a unit of speed, such as `km/h`, or of a unit of pace, such as `min/km`.
  package init?(spelling: String) {
    let parts = spelling.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count > 1 ? parts[1] : nil) {
    case ("mph", nil): self = .milesPerHour
    case ("kph", nil), ("kmh", nil), ("km", "h"): self = .kilometresPerHour
    case (let time, let distance?) where parts.count == 2 && TimeUnit(time) == .minute:
      guard let unit = DistanceUnit(spelling: distance) else { return nil }
      self.init(goingWith: unit)
    default: return nil
    }
  }
}

extension Scanner {
  static let hourlySpeeds = ["mph", "kph", "kmh"]

  /// Reads a pace: `11:30/mi`, or a speed such as `6.02mph`.
  mutating func pace() throws(NotationError) -> Pace {
    let start = offset
    guard let number = try number() else { throw unexpected("a pace such as 6:00/km or 6mph") }
    let pace = if isNext(":") { try clockPace(from: number) } else { try speed(from: number) }
    guard pace.isWithinLimits else {
      throw error(.paceOutOfRange(pace: text(from: start).quotation, pace.unit), at: start)
    }
    return pace
  }

  private mutating func clockPace(from number: Number) throws(NotationError) -> Pace {
    let time = try clock(after: number)
    let end = offset
    skipSpaces()
    guard skip("/") else {
      let clock = text(number.offset..<end).quotation
      let paces = unitsMeant().map { "\(clock)/\($0.rawValue)" }
      throw unexpected("/mi or /km after the time of a pace", fix: .oneOf(paces))
    }
    skipSpaces()
    let start = offset
    let word = word()
    guard let unit = DistanceUnit(spelling: word) else {
      let clock = text(number.offset..<end).quotation
      let paces = DistanceUnit.allCases.map { "\(clock)/\($0.rawValue)" }
      throw unexpected("mi or km", words: ["mi", "km"], at: start, fix: word.count < 2 ? .oneOf(paces) : nil)
    }
    return .time(time, per: unit)
  }

  private mutating func speed(from number: Number) throws(NotationError) -> Pace {
    skipSpaces()
    let start = offset
    switch word() {
    // `hourlySpeeds` must contain the words `mph`, `kph` and `kmh`.
    case "mph": return .speed(number.value, .milesPerHour)
    case "kph", "kmh": return .speed(number.value, .kilometresPerHour)
    case "km" where skip("/"):
      if word() == "h" { return .speed(number.value, .kilometresPerHour) }
    case "m" where skip("/"):
      if word() == "s" { return .speed(number.value, .metresPerSecond) }
    case let minutes where TimeUnit(minutes) == .minute && skip("/"):
      skipSpaces()
      if let unit = DistanceUnit(spelling: word()) {
        throw paceWithoutSeconds(number, unit)
      }
    case "":
      if skip("/") {
        skipSpaces()
        if let unit = DistanceUnit(spelling: word()) {
          throw paceWithoutSeconds(number, unit)
        }
      } else if isAtValueEnd {
        throw missingUnit(number, of: .pace)
      }
    default: break
    }
    if let clocks = clocks(startingWith: number) {
      throw unexpected("':' between minutes and seconds", at: start, fix: .oneOf(clocks))
    }
    throw unexpected("a unit of speed: mph, kph or m/s", words: Self.hourlySpeeds, at: start)
  }

  private func paceWithoutSeconds(_ number: Number, _ unit: DistanceUnit) -> NotationError {
    let found = text(from: number.offset).quotation
    return error(
      .paceWithoutSeconds(found: found, number: number.quotation, unit: unit.rawValue), at: number.offset)
  }
}
