package import WorkoutModel

extension Plan {
  /// Features that a random plan may have.
  package struct Ingredients {
    package var hasOpenIntervals = false
    package var hasForever = false
    package var hasUntil = true
    /// Whether every interval has a pace.
    package var hasPaces = true

    package init(hasOpenIntervals: Bool = false, hasForever: Bool = false, hasUntil: Bool = true, hasPaces: Bool = true)
    {
      self.hasOpenIntervals = hasOpenIntervals
      self.hasForever = hasForever
      self.hasUntil = hasUntil
      self.hasPaces = hasPaces
    }
  }

  /// Returns a random plan that has a valid timeline and at most a few hundred intervals.
  package static func random(
    _ ingredients: Ingredients = Ingredients(), using generator: inout SplitMix64
  ) -> Plan {
    var plan = Plan(steps(ingredients, depth: 0, using: &generator))
    if ingredients.hasForever {
      plan.steps.append(.repeat(Repeat(.forever, steps(.init(), depth: 2, using: &generator))))
      plan.steps.append(.interval(interval(ingredients, using: &generator)))
    }
    return plan
  }

  private static func steps(_ ingredients: Ingredients, depth: Int, using generator: inout SplitMix64) -> [Step] {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      guard depth < 3, generator.oneIn(2) else { return .interval(interval(ingredients, using: &generator)) }
      var inner = ingredients
      let extent: Repeat.Extent
      if ingredients.hasUntil, generator.oneIn(2) {
        inner.hasOpenIntervals = false
        inner.hasPaces = true
        extent =
          generator.oneIn(2)
          ? .untilTime(.milliseconds(Int.random(in: 1000...600_000, using: &generator)))
          : .untilDistance(.metres(Double(Int.random(in: 30...2000, using: &generator))))
      } else {
        extent = .count(Int.random(in: 1...4, using: &generator))
      }
      return .repeat(Repeat(extent, steps(inner, depth: depth + 1, using: &generator)))
    }
  }

  private static func interval(_ ingredients: Ingredients, using generator: inout SplitMix64) -> Interval {
    var interval = Interval(goal: .time(.milliseconds(Int.random(in: 1000...90_000, using: &generator))))
    interval.kind = Kind.allCases.randomElement(using: &generator) ?? .interval
    if ingredients.hasPaces || generator.oneIn(2) { interval.pace = .random(using: &generator) }
    if interval.pace != nil, generator.oneIn(4) { interval.goal = .distance(.random(using: &generator)) }
    if ingredients.hasOpenIntervals, generator.oneIn(4) { interval.goal = .open }
    if generator.oneIn(5) {
      interval.label = ["easy", "say \"hi\"", "back\\slash", "höher, ×2 (#1)"].randomElement(using: &generator)
    }
    return interval
  }
}

extension Pace {
  /// Returns a random pace within the limits, in any unit.
  package static func random(using generator: inout SplitMix64) -> Pace {
    let unit: DistanceUnit = generator.oneIn(2) ? .miles : .kilometres
    return switch Int.random(in: 0..<5, using: &generator) {
    case 0: .speed(Double(Int.random(in: 200...1500, using: &generator)) / 100, .milesPerHour)
    case 1: .speed(Double(Int.random(in: 200...1500, using: &generator)) / 100, .kilometresPerHour)
    case 2: .speed(Double.random(in: 1...6, using: &generator), .metresPerSecond)
    case 3: .time(.milliseconds(Int.random(in: 60_000...3_599_000, using: &generator)), per: unit)
    default: .time(.seconds(Int.random(in: 180...1200, using: &generator)), per: unit)
    }
  }
}

extension Distance {
  /// Returns a random distance that takes at least a second at the fastest pace.
  package static func random(using generator: inout SplitMix64) -> Distance {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: .kilometres(Double(Int.random(in: 30...1000, using: &generator)) / 1000)
    case 1: .miles(Double(Int.random(in: 20...600, using: &generator)) / 1000)
    default: .metres(Double(Int.random(in: 300...10_000, using: &generator)) / 10)
    }
  }
}
