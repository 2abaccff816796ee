import Text
package import WorkoutModel

/// Paces, speeds and efforts.
extension ForeignReader {
  /// Reads the text after `@`: a pace, a total time, an effort or a word.
  mutating func readTarget() -> Bool {
    switch rest.first {
    case .number(let number)?:
      if readPace() { return true }
      if readPercentageOrEffort(number) { return true }
      if !number.contains(":"), readTotal() { return true }
      guard number.contains(":"), step.clock == nil, step.pace == nil else {
        guard case .word(let unit)? = rest.dropFirst().first, ["w", "kg", "lb", "lbs"].contains(unit) else {
          return false
        }
        rest.removeFirst(2)
        step.label.append("@\(number)\(unit)")
        notes.append(.onlyLabels)
        return true
      }
      rest.removeFirst()
      step.clock = number
      return true
    case .word(let word)?:
      rest.removeFirst()
      if !readEffort(word) {
        step.label.append(line.typed(word))
        notes.append(.onlyLabels)
      }
      return true
    default: return false
    }
  }

  /// Reads a total time after `in`.
  mutating func readTotal() -> Bool {
    guard step.distance != nil, step.clock == nil, step.pace == nil, case .number(let number)? = rest.first else {
      return false
    }
    if number.contains(":") {
      rest.removeFirst()
      step.clock = number
      isTotal = true
      return true
    }
    var ahead = self
    guard let goal = ahead.goal(from: number), let time = try? readTime(goal) else { return false }
    self = ahead
    return setPace(total: time, typed: goal)
  }

  /// Reads a pace, such as `5:00/km`, `5'30 min/km`, `360s/km` or `9 km/h`; returns false for any other text.
  mutating func readPace() -> Bool {
    guard let (pace, end) = pace() else { return false }
    guard step.pace == nil else {
      // A range of paces has no form in plan notation.
      hasFailed = true
      return false
    }
    rest = end
    step.pace = pace
    return true
  }

  mutating func pace() -> (text: String, end: ArraySlice<ForeignLine.Token>)? {
    guard case .number(let number)? = rest.first else { return nil }
    var ahead = rest.dropFirst()
    if let speed = speedUnit(&ahead) { return ("\(number)\(speed)", ahead) }
    var clock = NotationError.clock(meantBy: number) ?? (number.contains(":") ? number : nil)
    if case .word(let word)? = ahead.first, let unit = Vocabulary.timeUnit(word) {
      ahead.removeFirst()
      if unit == .minute, case .number(let seconds)? = ahead.first, seconds.count == 2, let value = Int(seconds),
        value < 60
      {
        clock = "\(number):\(seconds)"
        ahead.removeFirst()
        if case .word(let word)? = ahead.first, Vocabulary.timeUnit(word) == .second { ahead.removeFirst() }
      } else if unit == .second, let seconds = Int(number), (60..<3600).contains(seconds) {
        clock = Duration.seconds(seconds).clockText()
      } else if unit != .minute {
        return nil
      }
    }
    guard let clock,
      [.sign("/"), .word("per"), .word("a"), .word("pro"), .word("par"), .word("por")].contains(ahead.popFirst()),
      case .word(let word)? = ahead.popFirst(), let unit = Vocabulary.distanceUnit(word), unit != "mtr"
    else { return nil }
    // A pace such as 360 s or 530 consists of other numbers.
    if number.count > 2, !number.contains(":"), !number.contains(".") {
      convertedNumbers += " \(number)"
      addedNumbers += " \(clock)"
    }
    return ("\(clock)/\(unit)", ahead)
  }

  /// Reads a unit of speed, such as `km/h`; nil for any other text.
  private func speedUnit(_ rest: inout ArraySlice<ForeignLine.Token>) -> String? {
    guard case .word(let word)? = rest.first else { return nil }
    if Scanner.hourlySpeeds.contains(word) || word == "mph" {
      rest.removeFirst()
      return word == "mph" ? "mph" : "kph"
    }
    guard rest.dropFirst().first == .sign("/"), case .word(let time)? = rest.dropFirst(2).first else { return nil }
    let unit: String
    switch (word, Vocabulary.timeUnit(time)) {
    case ("km", .hour), ("k", .hour): unit = "kph"
    case ("mi", .hour), ("miles", .hour): unit = "mph"
    case ("m", .second): unit = "m/s"
    default: return nil
    }
    rest.removeFirst(3)
    return unit
  }

  /// Reads a speed without a unit, as treadmills show it.
  mutating func readSpeed(_ number: String) -> Bool {
    rest.removeFirst()
    isAmbiguous = true
    let unit = meaning == 0 ? "kph" : "mph"
    notes.append(.speed(unit))
    step.pace = "\(number)\(unit)"
    return true
  }

  // MARK: Total times

  /// Whether a runner can cover the distance of the step in a time, at 20:00/km or faster.
  func isRun(in time: Duration) -> Bool {
    guard let distance = step.distance else { return false }
    return (1000.0 / 1200...Pace.onFoot.upperBound).contains(distance.metres / time.inSeconds)
  }

  /// Converts a time after a distance to a pace; returns false if the time has no possible meaning.
  ///
  /// A time such as `@5:00` is the total time in minutes or in hours, or the pace. Only the meanings that runners reach
  /// are possible.
  mutating func resolveClock() -> Bool {
    guard let clock = step.clock else { return true }
    let isPace = !isTotal
    (step.clock, isTotal) = (nil, false)
    guard let distance = step.distance else { return false }
    let unit = distance.unit ?? .kilometres
    let isShort = clock.count { $0 == ":" } == 1
    // A time in hours without seconds is only possible for a pace up to 12:00/km.
    var meanings: [(total: Duration, typed: String)?] = (isShort ? [clock, "\(clock):00"] : [clock]).compactMap {
      text in
      guard let time = try? readTime(text), isRun(in: text == clock ? time : time * 5 / 3) else { return nil }
      return (time, text)
    }
    let totals = meanings.count
    if isPace, isShort, let time = try? readTime(clock), abs(distance.metres - unit.metres) > 1 || totals == 0,
      (totals == 0 ? Pace.onFoot : 1000.0 / 1200...Pace.onFoot.upperBound).contains(unit.metres / time.inSeconds)
    {
      meanings.append(nil)
    }
    if meanings.count > 1 { isAmbiguous = true }
    guard meaning < meanings.count else {
      // Another text of the line may have more meanings.
      guard meanings.count == 1 else { return false }
      return set(meanings[0], clock, unit, isOnly: true)
    }
    return set(meanings[meaning], clock, unit, isOnly: meanings.count == 1)
  }

  /// Sets the pace to a total time, or to the clock time if the total time is nil.
  private mutating func set(
    _ total: (total: Duration, typed: String)?, _ clock: String, _ unit: DistanceUnit, isOnly: Bool
  ) -> Bool {
    guard let total else {
      step.pace = "\(clock)/\(unit.rawValue)"
      if !isOnly { notes.append(.pace(clock)) }
      return true
    }
    if !isOnly { notes.append(.total(total.typed)) }
    return setPace(total: total.total, typed: clock)
  }

  /// Sets the pace with which the distance takes a time to half a second.
  mutating func setPace(total: Duration, typed: String) -> Bool {
    guard let distance = step.distance, let pace = Pace(covering: distance, in: total) else { return false }
    step.pace = pace.notation
    convertedNumbers += " \(typed)"
    addedNumbers += " \(pace.notation)"
    return true
  }

  // MARK: Efforts

  /// Reads a percentage, a heart rate, a cadence or a power, such as `140-150 bpm`, as part of the label.
  mutating func readPercentageOrEffort(_ number: String) -> Bool {
    var text = number
    var ahead = rest.dropFirst()
    if ahead.first == .sign("-"), case .number(let second)? = ahead.dropFirst().first {
      text += "-\(second)"
      ahead.removeFirst(2)
    }
    switch ahead.first {
    case .sign("%")?:
      text += "%"
    case .word(let unit)? where ["bpm", "spm", "watt", "watts", "rpm"].contains(unit): text += " \(unit)"
    default: return false
    }
    rest = ahead.dropFirst()
    if case .word(let word)? = rest.first,
      ["hrmax", "ftp", "max", "lthr", "incline", "grade", "hr", "hf", "hfmax"].contains(word)
    {
      rest.removeFirst()
      text += " \(line.typed(word))"
    }
    step.label.append(text)
    notes.append(.onlyLabels)
    return true
  }

  /// Reads an effort such as `Z2`, `RPE 7`, `HR<145` or `incline 2` as part of the label; returns false for other words.
  mutating func readEffort(_ word: String) -> Bool {
    guard
      ["z", "zone", "rpe", "hr", "hf", "incline", "level", "grade", "gear", "steigung", "inclinación"].contains(word)
    else { return false }
    var ahead = rest
    var text = line.typed(word)
    if word == "z" || word == "rpe" || word == "hr" { text = word.uppercased() }
    if case .sign(let sign)? = ahead.first, "<>".contains(sign) {
      text += "\(sign)"
      ahead.removeFirst()
    } else if word != "z" {
      text += " "
    }
    guard case .number(let number)? = ahead.popFirst() else { return false }
    text += number
    if ahead.first == .sign("-"), case .number(let second)? = ahead.dropFirst().first {
      text += "-\(second)"
      ahead.removeFirst(2)
    }
    if ahead.first == .sign("%") {
      text += "%"
      ahead.removeFirst()
    }
    if ahead.first == .word("bpm") { ahead.removeFirst(); text += " bpm" }
    rest = ahead
    step.label.append(text)
    notes.append(.onlyLabels)
    return true
  }
}

extension Pace {
  /// The pace with which a distance takes a time to half a second, with as few decimals as possible; fails for a pace out
  /// of range.
  package init?(covering distance: Distance, in time: Duration) {
    let unit = distance.unit ?? .kilometres
    let milliseconds = time.inSeconds * unit.metres / distance.metres * 1000
    guard milliseconds < 3_600_000 else { return nil }
    let steps = [1000.0, 100, 10, 1]
    let step = steps.first { step in
      let rounded = (milliseconds / step).rounded() * step
      return abs(rounded - milliseconds) / 1000 * distance.metres / unit.metres <= 0.5
    }
    self = .time(.milliseconds(Int((milliseconds / (step ?? 1)).rounded() * (step ?? 1))), per: unit)
    guard isWithinLimits else { return nil }
  }
}
