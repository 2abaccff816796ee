package import WorkoutModel
package import WorkoutReports

/// The words for the values of the sensors.
package struct MeasuredWords {
  private let measured: Report.Measured
  private let unit: PaceUnit

  /// Makes the words of the values, with the pace in `unit`.
  init(_ measured: Report.Measured, unit: PaceUnit) {
    self.measured = measured
    self.unit = unit
  }

  /// The measured pace: `5:48/km`; nil if it is unknown, or if the runner stands still.
  package var pace: String? {
    measured.speedMps.flatMap(PaceUnit.shownMeasurement).map(unit.text(metresPerSecond:))
  }

  /// All values in a line: `5:48/km · 152 bpm · 172 spm`; nil without values.
  package var line: String? {
    let texts = [pace, measured.heartRate.map { "\($0) bpm" }, measured.cadence.map { "\($0) spm" }].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: " · ")
  }

  /// The reason why the distance is estimated although a sensor is selected, the longest form first.
  ///
  /// The array is empty if the distance is measured, or if no sensor is selected for it.
  package var notices: [String] {
    guard !measured.isCurrent, let word = measured.distanceFrom else { return [] }
    let sensor: String
    switch DistanceSource(rawValue: word) {
    case .footPod: sensor = "foot pod"
    case .treadmill: sensor = "treadmill"
    case .estimate, nil: return []
    }
    return measured.wasCurrent
      ? ["\(sensor) silent: distance estimated", "\(sensor) silent"]
      : ["waiting for the \(sensor)", "no \(sensor) yet"]
  }
}

extension IntervalWords {
  /// The words for the values of the sensors; nil if the workout uses no sensor.
  package func measured(_ status: Report.Status) -> MeasuredWords? {
    status.measured.map { MeasuredWords($0, unit: status.interval.map(unit(ofPaceOf:)) ?? units.pace) }
  }

  /// The distance covered of a status, with the planned distance if it is known: `2.31 of 5.00 km`.
  ///
  /// While the distance is estimated although a sensor is selected, the text begins with `~`. `covered` is the distance at
  /// the present moment.
  package func distance(_ covered: KnownDistance, in status: Report.Status) -> String? {
    covered.text(of: status.expectedDistance, in: units.distance).map { mark(status) + $0 }
  }

  /// The distance covered of a status where space is scarce: `2.31 km`, or `2.31 km+`.
  package func shortDistance(_ covered: KnownDistance, in status: Report.Status) -> String? {
    covered.metres > 0 ? covered.shortText(in: units.distance).map { mark(status) + $0 } : nil
  }

  private func mark(_ status: Report.Status) -> String { measured(status)?.notices.isEmpty == false ? "~" : "" }
}

extension Report.Summary {
  /// The mean and the maximum heart rate: `152 bpm, at most 171 bpm`; nil if it was not measured.
  package var heartRateWords: String? {
    heartRate.map { mean in "\(mean) bpm\(maxHeartRate.map { ", at most \($0) bpm" } ?? "")" }
  }

  /// The mean cadence: `172 spm`; nil if it was not measured.
  package var cadenceWords: String? { cadence.map { "\($0) spm" } }
}
