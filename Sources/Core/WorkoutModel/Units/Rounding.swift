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
