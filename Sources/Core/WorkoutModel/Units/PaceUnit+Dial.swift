import Text

extension PaceUnit {
  /// A speed as a treadmill is dialled, to a tenth, halves up: `5.2 mph`; in the miles or kilometres of this unit.
  package func dialText(metresPerSecond: Double) -> String {
    let speed = decimalText(metresPerSecond * 3600 / distance.metres, decimals: 1)
    return "\(speed) \(distance == .miles ? PaceUnit.milesPerHour.rawValue : PaceUnit.kilometresPerHour.rawValue)"
  }

  /// The same as a person says it: `five point two miles an hour`.
  package func spokenDial(metresPerSecond: Double) -> String {
    let tenths = Int((metresPerSecond * 36_000 / distance.metres + 0.5).rounded(.down))
    return "\(distance.spoken(Double(tenths) / 10)) an hour"
  }
}
