extension DistanceUnit {
  /// A pace for examples in hints, as it is typed.
  package var examplePace: String {
    switch self {
    case .miles: "10:00/mi"
    case .kilometres: "6:00/km"
    }
  }
}
