import Text
import WorkoutModel

/// Rules for values.
extension ForeignLine {
  /// Rewrites brackets of any form as parentheses, and leaves out the bullet of a list and the end mark of a sentence.
  mutating func rewriteBrackets() {
    tokens = tokens.map { token in
      switch token {
      case .sign("["), .sign("{"): .sign("(")
      case .sign("]"), .sign("}"): .sign(")")
      default: token
      }
    }
    while tokens.first == .sign("-") || tokens.first == .sign("*") { tokens.removeFirst() }
    if case .number? = tokens.first, [.sign("."), .sign(")")].contains(tokens.dropFirst().first) {
      tokens.removeFirst(2)
    }
    while let last = tokens.last, [.sign("."), .sign("!"), .sign("…"), .sign("?")].contains(last) {
      tokens.removeLast()
    }
  }

  /// Rewrites a pace, such as `5:00 min/km`, `at 8:00 per mile` or `5/km`, with `@` and a clock time.
  mutating func rewritePaces() {
    var rewritten: [Token] = []
    var rest = tokens[...]
    while let token = rest.popFirst() {
      guard case .number(let number) = token, let (unit, count) = paceUnit(in: rest),
        let pace = unit == "km" || unit == "mi" ? NotationError.clock(meantBy: number) ?? clock(number) : number
      else {
        rewritten.append(token)
        continue
      }
      rest = rest.dropFirst(count)
      while let last = rewritten.last, [.word("at"), .word("pace"), .sign("@")].contains(last) {
        rewritten.removeLast()
      }
      rewritten += [.sign("@"), .number(pace)]
      rewritten += unit == "km" || unit == "mi" ? [.sign("/"), .word(unit)] : [.word(unit)]
    }
    // A line that begins with a pace needs a time.
    tokens = (rewritten.first == .sign("@") ? [.number("20"), .word("m"), .word("run")] : []) + rewritten
  }

  private func clock(_ number: String) -> String? { number.contains(":") ? number : nil }

  /// The unit of a pace at the beginning of tokens, and the number of its tokens; nil for other tokens.
  private func paceUnit(in rest: ArraySlice<Token>) -> (unit: String, count: Int)? {
    var count = 0
    func token(_ ahead: Int = 0) -> Token? { rest.dropFirst(count + ahead).first }
    if case .word(let speed)? = token() {
      if Scanner.hourlySpeeds.contains(speed) { return (speed, 1) }
      if speed == "km", token(1) == .sign("/"), token(2) == .word("h") { return ("kph", 3) }
      if speed == "m", token(1) == .sign("/"), token(2) == .word("s") { return ("m/s", 3) }
    }
    if case .word(let minutes)? = token(), TimeUnit(minutes) == .minute { count += 1 }
    guard [.sign("/"), .word("per"), .word("a")].contains(token()) else { return nil }
    count += 1
    guard case .word(let word)? = token(), let unit = DistanceUnit(spelling: word) else { return nil }
    return (unit.rawValue, count + 1)
  }

  /// Rewrites yards, feet, milliseconds and fractions such as `1/2 mile`.
  mutating func rewriteUnits(_ notes: inout [Correction.Note]) {
    rewriteFractions()
    for index in tokens.indices.dropLast() {
      guard case .number(let number) = tokens[index], let value = Double(number),
        case .word(let unit) = tokens[index + 1]
      else { continue }
      switch unit {
      case "yd", "yds", "yard", "yards":
        tokens[index...index + 1] = [.number(shortestText((value * 9144).rounded() / 10_000)), .word("mtr")]
        notes.append(.yards)
      case "ft", "foot", "feet":
        tokens[index...index + 1] = [.number(shortestText((value * 3048).rounded() / 10_000)), .word("mtr")]
        notes.append(.feet)
      case "ms", "msec", "millisecond", "milliseconds":
        tokens[index...index + 1] = [.number(shortestText(max(value / 1000, 1))), .word("s")]
        if value < 1000 { notes.append(.minInterval) }
      default: break
      }
    }
  }

  private mutating func rewriteFractions() {
    for index in tokens.indices.dropLast(3) {
      guard case .number(let first) = tokens[index], tokens[index + 1] == .sign("/"),
        case .number(let second) = tokens[index + 2], case .word(let unit) = tokens[index + 3],
        let part = Double(first), let whole = Double(second), part < whole, whole <= 10,
        DistanceUnit(spelling: unit) != nil || TimeUnit(unit) != nil
      else { continue }
      var value = part / whole
      var start = index
      if index > 0, case .number(let number) = tokens[index - 1], let more = Double(number) {
        value += more
        start -= 1
      }
      tokens[start...index + 2] = [.number(shortestText((value * 100).rounded() / 100))]
      return
    }
  }

  /// Rewrites targets that plans cannot contain yet, such as `@Z2`, `150bpm` or `4%`, as labels.
  mutating func rewriteEfforts(_ notes: inout [Correction.Note]) {
    var rewritten: [Token] = []
    var rest = tokens[...]
    while let token = rest.popFirst() {
      var label: String?
      switch (token, rest.first) {
      case (.word(let word), .number(let number)?) where ["z", "zone", "rpe", "hr"].contains(word):
        label = word == "z" ? "Z\(number)" : "\(word == "zone" ? word : word.uppercased()) \(number)"
        rest = rest.dropFirst()
      case (.number(let number), .word(let unit)?) where ["bpm", "spm", "watt", "watts", "rpm"].contains(unit):
        label = "\(number) \(unit)"
        rest = rest.dropFirst()
        if rewritten.last == .sign("-"), case .number(let first)? = rewritten.dropLast().last {
          rewritten.removeLast(2)
          label = "\(first)-\(label ?? "")"
        }
      case (.number(let number), .sign("%")?):
        label = "\(number)%"
        rest = rest.dropFirst()
      default: break
      }
      guard let label else {
        rewritten.append(token)
        continue
      }
      while let last = rewritten.last, [.sign("@"), .word("at"), .word("in")].contains(last) { rewritten.removeLast() }
      rewritten.append(.text(quoted(label)))
      notes.append(.onlyLabels)
    }
    tokens = rewritten
  }
}
