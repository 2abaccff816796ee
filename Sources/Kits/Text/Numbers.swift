/// Returns a number as text with a fixed number of decimals, rounded half up.
///
/// The number must be at least 0. A binary fraction that approximates a decimal half counts as the half: 2.675 becomes
/// `2.68`. The tolerance is a millionth of one unit in the last decimal place.
package func decimalText(_ value: Double, decimals: Int) -> String {
  var scale = 1
  for _ in 0..<decimals { scale *= 10 }
  let units = Int((value * Double(scale) + 0.5 + 1e-6).rounded(.down))
  guard decimals > 0 else { return "\(units)" }
  return "\(units / scale).\(String(units % scale).zeroPadded(to: decimals))"
}

/// The shortest decimal, without an exponent, that parses as the same double.
package func shortestText(_ value: Double) -> String {
  let text = "\(value)"
  if text.hasSuffix(".0") { return String(text.dropLast(2)) }
  let parts = text.split(separator: "e")
  guard parts.count == 2, let exponent = Int(parts[1]), exponent < 0 else { return text }
  let digits = parts[0].filter { $0 != "." }
  let trimmed = digits.hasSuffix("0") && digits.count > 1 ? String(digits.dropLast()) : String(digits)
  return "0." + String(repeating: "0", count: -exponent - 1) + trimmed
}

/// Returns a number as text with at least two digits, as in clocks and dates; the number must not be negative.
package func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

extension String {
  /// The decimal digits of the number, with leading zeros if there are fewer than `count` digits.
  package func zeroPadded(to count: Int) -> String {
    String(repeating: "0", count: Swift.max(0, count - self.count)) + self
  }
}

// MARK: - Spoken numbers

/// Returns a number in English words, such as `thirty` or `one hundred five`; a million or more is in digits.
package func spokenNumber(_ number: Int) -> String {
  switch number {
  case 0..<20: return units[number]
  case 20..<100: return joined(tens[number / 10], number % 10)
  case 100..<1000: return joined("\(units[number / 100]) hundred", number % 100)
  case 1000..<1_000_000: return joined("\(spokenNumber(number / 1000)) thousand", number % 1000)
  default: return "\(number)"
  }
}

/// Returns a number in English words, such as `three point one`.
///
/// The number must be at least 0. It is rounded half up to two decimals, and zeros at the end are left out.
package func spokenNumber(_ value: Double) -> String {
  let parts = decimalText(value, decimals: 2).split(separator: ".").map(String.init)
  let whole = spokenNumber(Int(parts[0]) ?? 0)
  var decimals = parts[1]
  while decimals.last == "0" { decimals.removeLast() }
  guard !decimals.isEmpty else { return whole }
  return "\(whole) point " + decimals.compactMap(\.wholeNumberValue).map { units[$0] }.joined(separator: " ")
}

private func joined(_ words: String, _ rest: Int) -> String {
  rest == 0 ? words : "\(words) \(spokenNumber(rest))"
}

private let units = [
  "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]

private let tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
