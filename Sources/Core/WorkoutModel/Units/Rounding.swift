extension Duration {
  /// The duration in seconds, to the precision of a double.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// The duration in whole multiples of `unit`, rounded half up.
  ///
  /// A value up to a millionth of the unit below a half counts as the half, as it may be a binary approximation.
  package func rounded(to unit: Duration) -> Int {
    let (value, step) = (attoseconds, unit.attoseconds)
    let (quotient, remainder) = (value + step / 2 + step / 1_000_000).quotientAndRemainder(dividingBy: step)
    return Int(remainder < 0 ? quotient - 1 : quotient)
  }

  /// The duration in whole milliseconds, rounded half up, as in messages and files.
  package var inMilliseconds: Int { rounded(to: .milliseconds(1)) }
}

/// A number of at least 0 with so many decimals, halves up; the whole value is rounded, once.
///
/// Binary fractions that stand for a decimal half (`2.675`) count as the half that was meant: what lies within a
/// millionth of the last decimal shown is taken for the half.
package func decimalText(_ value: Double, decimals: Int) -> String {
  var scale = 1
  for _ in 0..<decimals { scale *= 10 }
  let units = Int((value * Double(scale) + 0.5 + 1e-6).rounded(.down))
  guard decimals > 0 else { return "\(units)" }
  let fraction = String(units % scale)
  return "\(units / scale).\(String(repeating: "0", count: decimals - fraction.count))\(fraction)"
}

/// A number of at least 0 with two digits at least, as clocks and dates have them.
package func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
