/// A number as a person says it, in English: `thirty`, `one hundred five`; from a million on in digits.
package func spokenNumber(_ number: Int) -> String {
  switch number {
  case 0..<20: return units[number]
  case 20..<100: return joined(tens[number / 10], number % 10)
  case 100..<1000: return joined("\(units[number / 100]) hundred", number % 100)
  case 1000..<1_000_000: return joined("\(spokenNumber(number / 1000)) thousand", number % 1000)
  default: return "\(number)"
  }
}

/// A number of at least 0 as a person says it, with at most two decimals, halves up: `three point one`.
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
