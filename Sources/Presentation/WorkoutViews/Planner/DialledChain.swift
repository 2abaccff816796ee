import PlanNotation

/// A number with its unit, and the larger units before it: `1h 59m 30s`.
///
/// A change of the number carries into the larger units.
struct DialledChain: Equatable {
  /// The range of the chain's characters in the line, without the last unit.
  let range: Range<Int>
  /// The last number as written.
  let lastText: String
  private let leading: [Component]
  private let last: DialledNumber
  /// The duration of the last unit; nil if it is not a unit of time.
  private let lastWorth: Duration?

  /// A whole number with a unit of time, such as `59m`.
  private struct Component: Equatable {
    var digits: String
    /// The unit with the spaces around it.
    let unit: String
    let worth: Duration

    var number: Int { Int(digits) ?? 0 }
  }

  /// Finds the chain whose last number is `number`.
  init(_ number: DialledNumber, in characters: [Character]) {
    var leading: [Component] = []
    var start = number.range.lowerBound
    while number.fields.count == 1, let (component, position) = Self.component(before: start, in: characters) {
      leading.insert(component, at: 0)
      start = position
    }
    let unit = characters[number.range.upperBound...].drop { $0 == " " }.prefix(while: \.isLetter)
    self.init(
      range: start..<number.range.upperBound, lastText: String(characters[number.range]), leading: leading,
      last: number, lastWorth: Self.worth(of: String(unit)))
  }

  private init(
    range: Range<Int>, lastText: String, leading: [Component], last: DialledNumber, lastWorth: Duration?
  ) {
    self.range = range
    self.lastText = lastText
    self.leading = leading
    self.last = last
    self.lastWorth = lastWorth
  }

  var text: String { leading.map { $0.digits + $0.unit }.joined() + lastText }

  /// The number as an integer; nil if larger units precede the number, or if it has a point or a colon.
  var wholeNumber: Int? { leading.isEmpty ? Int(lastText) : nil }

  /// Changes a digit of the last number by one, and returns the changed chain.
  ///
  /// The result is nil if the value would be negative, or if the chain needs a carry but lacks the next larger unit.
  func turned(at digit: Int, _ direction: Dial.Direction) -> DialledChain? {
    let worth = last.worth(ofDigitAt: digit)
    var value = last.value + direction.rawValue * worth
    guard !leading.isEmpty else { return value < 0 ? nil : with(leading, last.text(of: value)) }
    // Only a value outside 0 to 59 needs a carry. The changed digit is shown even if it is now a leading zero.
    let minute = 60 * last.scale
    guard !(0..<minute).contains(value) else {
      return with(leading, last.text(of: value, width: String(max(1, worth / last.scale)).count))
    }
    value -= direction.rawValue * minute
    guard (0..<minute).contains(value), let components = carried(direction.rawValue) else { return nil }
    return with(components, last.text(of: value, width: 2))
  }

  private func with(_ leading: [Component], _ lastText: String) -> DialledChain {
    DialledChain(range: range, lastText: lastText, leading: leading, last: last, lastWorth: lastWorth)
  }

  /// Carries `one`, which is 1 or -1, into the leading numbers, and returns the changed numbers.
  ///
  /// The result is nil if the value would be negative, or if a unit is missing, such as the minutes in `1h 30s`.
  private func carried(_ one: Int) -> [Component]? {
    var components = leading
    var below = lastWorth
    for index in components.indices.reversed() {
      guard let worth = below, components[index].worth == worth * 60 else { return nil }
      let number = components[index].number + one
      let isWithin = index == 0 ? number >= 0 : (0..<60).contains(number)
      components[index].digits = String(isWithin ? number : number - one * 60)
      if isWithin { return components }
      below = components[index].worth
    }
    return nil
  }

  /// Returns the whole number and unit before the index `end`, and the index of the first digit.
  private static func component(before end: Int, in characters: [Character]) -> (Component, start: Int)? {
    func start(of isPart: (Character) -> Bool, before end: Int) -> Int {
      (characters[..<end].lastIndex { !isPart($0) } ?? -1) + 1
    }
    let unitEnd = start(of: { $0 == " " }, before: end)
    let unitStart = start(of: \.isLetter, before: unitEnd)
    let digitsEnd = start(of: { $0 == " " }, before: unitStart)
    let digitsStart = start(of: \.isDigit, before: digitsEnd)
    guard digitsStart < digitsEnd, digitsEnd - digitsStart <= 9, unitStart < unitEnd,
      digitsStart == 0 || !":.".contains(characters[digitsStart - 1]),
      let worth = worth(of: String(characters[unitStart..<unitEnd]))
    else { return nil }
    let component = Component(
      digits: String(characters[digitsStart..<digitsEnd]), unit: String(characters[digitsEnd..<end]), worth: worth)
    return (component, digitsStart)
  }

  /// Returns the duration of a unit of time; nil if the word is not a unit of time.
  private static func worth(of unit: String) -> Duration? {
    unit.isEmpty || unit.count > 8 ? nil : try? readDuration("1\(unit)")
  }
}
