import Text

/// A unit that distances are shown in and paces are counted by.
package enum DistanceUnit: String, CaseIterable, Sendable {
  case miles = "mi"
  case kilometres = "km"

  /// How many metres one of the unit is, exactly.
  ///
  /// The international mile is 1609.344 m (international yard and pound agreement of 1959).
  package var metres: Double {
    switch self {
    case .miles: 1609.344
    case .kilometres: 1000
    }
  }

  package var other: DistanceUnit { self == .miles ? .kilometres : .miles }
}

extension DistanceUnit {
  /// A number of metres in this unit with two decimals, halves up: `5.00 km`.
  package func text(metres: Double) -> String {
    "\(figure(metres: metres)) \(rawValue)"
  }

  /// The same without its unit, where that is in a title: `5.00`.
  package func figure(metres: Double) -> String { decimalText(metres / self.metres, decimals: 2) }
}
