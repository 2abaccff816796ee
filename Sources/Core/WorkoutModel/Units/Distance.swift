import Text

/// Distance as entered.
package enum Distance: Hashable, Sendable {
  case kilometres(Double)
  case miles(Double)
  case metres(Double)
  case halfMarathon
  case marathon

  /// The distance in metres.
  ///
  /// A marathon is 42.195 km and a half marathon 21.0975 km (World Athletics, Book of Rules C2.1, rule 55).
  package var metres: Double {
    switch self {
    case .kilometres(let kilometres): kilometres * DistanceUnit.kilometres.metres
    case .miles(let miles): miles * DistanceUnit.miles.metres
    case .metres(let metres): metres
    case .halfMarathon: 21_097.5
    case .marathon: 42_195
    }
  }

  /// The unit in which to show the distance; nil for a marathon or a half marathon.
  ///
  /// A distance in metres is shown in kilometres.
  package var unit: DistanceUnit? {
    switch self {
    case .kilometres, .metres: .kilometres
    case .miles: .miles
    case .halfMarathon, .marathon: nil
    }
  }

  /// The distance as entered, as text: `400 m`, `3.1 mi`, `half marathon`.
  package var phrase: String {
    switch self {
    case .metres(let value): "\(shortestText(value)) m"
    case .kilometres(let value): "\(shortestText(value)) km"
    case .miles(let value): "\(shortestText(value)) mi"
    case .halfMarathon: "half marathon"
    case .marathon: "marathon"
    }
  }
}

/// Unit in which distances are shown and paces are expressed.
package enum DistanceUnit: String, CaseIterable, Sendable {
  case miles = "mi"
  case kilometres = "km"

  /// Exact length of the unit in metres.
  ///
  /// The international mile is 1609.344 m (international yard and pound agreement of 1959).
  package var metres: Double {
    switch self {
    case .miles: 1609.344
    case .kilometres: 1000
    }
  }

  package var other: DistanceUnit { self == .miles ? .kilometres : .miles }

  /// A distance in this unit with two decimals, rounded half up: `5.00 km`.
  package func text(metres: Double) -> String {
    "\(figure(metres: metres)) \(rawValue)"
  }

  /// A distance in this unit as a number, for tables with the unit in the heading: `5.00`.
  package func figure(metres: Double) -> String { decimalText(metres / self.metres, decimals: 2) }
}

// MARK: - Examples

extension DistanceUnit {
  /// A running pace in this unit, in plan notation, for examples and hints.
  package var examplePace: String {
    switch self {
    case .miles: "10:00/mi"
    case .kilometres: "6:00/km"
    }
  }
}

extension Kind {
  /// A pace for examples and hints, in plan notation: a walking pace for slow kinds, otherwise a running pace.
  package func examplePace(per unit: DistanceUnit) -> String {
    guard effort == .slow else { return unit.examplePace }
    return unit == .miles ? "16:30/mi" : "10:00/km"
  }
}
