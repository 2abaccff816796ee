/// The shortest digits that read back as the same double, without an exponent.
package func shortestText(_ value: Double) -> String {
  let text = "\(value)"
  if text.hasSuffix(".0") { return String(text.dropLast(2)) }
  let parts = text.split(separator: "e")
  guard parts.count == 2, let exponent = Int(parts[1]), exponent < 0 else { return text }
  let digits = parts[0].filter { $0 != "." }
  let trimmed = digits.hasSuffix("0") && digits.count > 1 ? String(digits.dropLast()) : String(digits)
  return "0." + String(repeating: "0", count: -exponent - 1) + trimmed
}
