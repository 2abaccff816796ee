extension ScheduledInterval {
  /// How long or how far it is, for a person: `30 s`, `400 m`, `until you say next`.
  ///
  /// A cut distance is told in `unit`.
  package func extentText(in unit: DistanceUnit) -> String {
    switch interval.goal {
    case .open: "until you say next"
    case .time: duration?.unitsText ?? ""
    case .distance(let distance): isCut(distance) ? unit.text(metres: metres ?? 0) : distance.phrase
    }
  }

  /// The same as a person says it: `thirty seconds`, `four hundred metres`.
  package func spokenExtent(in unit: DistanceUnit) -> String {
    switch interval.goal {
    case .open: "until you say next"
    case .time: duration?.spoken ?? ""
    case .distance(let distance): isCut(distance) ? unit.spoken((metres ?? 0) / unit.metres) : distance.spoken
    }
  }

  private func isCut(_ distance: Distance) -> Bool { metres != distance.metres }
}
