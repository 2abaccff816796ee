/// A distance as it was entered; its worth is `metres`.
package enum Distance: Hashable, Sendable {
  case kilometres(Double)
  case miles(Double)
  case metres(Double)
  case halfMarathon
  case marathon

  /// The canonical value.
  ///
  /// A marathon is 42.195 km and its half 21.0975 km (World Athletics, Book of Rules C2.1, rule 55).
  package var metres: Double {
    switch self {
    case .kilometres(let kilometres): kilometres * DistanceUnit.kilometres.metres
    case .miles(let miles): miles * DistanceUnit.miles.metres
    case .metres(let metres): metres
    case .halfMarathon: 21_097.5
    case .marathon: 42_195
    }
  }
}
