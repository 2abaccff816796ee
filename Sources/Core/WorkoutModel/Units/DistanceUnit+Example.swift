extension DistanceUnit {
  /// The pace of examples and hints, as it is typed.
  package var examplePace: String {
    switch self {
    case .miles: "10:00/mi"
    case .kilometres: "6:00/km"
    }
  }
}

extension Kind {
  /// The pace of examples and hints, as it is typed: that of a run or of a walk.
  package func examplePace(per unit: DistanceUnit) -> String {
    guard effort == .slow else { return unit.examplePace }
    return unit == .miles ? "16:30/mi" : "10:00/km"
  }
}
