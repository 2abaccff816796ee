extension DistanceUnit {
  /// The pace of examples and hints, as it is typed.
  package var examplePace: String {
    switch self {
    case .miles: "10:00/mi"
    case .kilometres: "6:00/km"
    }
  }
}
