extension Duration {
  /// The duration in seconds, to the precision of a double.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// The whole number of `unit` nearest to the duration, halves up.
  ///
  /// What was worked out in binary fractions and lies within a millionth of the unit below a half counts as the half.
  package func rounded(to unit: Duration) -> Int {
    let (value, step) = (attoseconds, unit.attoseconds)
    let (quotient, remainder) = (value + step / 2 + step / 1_000_000).quotientAndRemainder(dividingBy: step)
    return Int(remainder < 0 ? quotient - 1 : quotient)
  }

  /// The whole number of milliseconds nearest to the duration, halves up: what goes over the wire.
  package var inMilliseconds: Int { rounded(to: .milliseconds(1)) }
}
