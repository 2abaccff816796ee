package import TerminalUI
import Text
package import WorkoutModel
package import WorkoutReports

/// A table of sensors.
package struct SensorTable {
  private let sensors: [Report.Sensor]

  package init(_ sensors: [Report.Sensor]) {
    self.sensors = sensors
  }

  package func lines(_ style: Style, width: Int?) -> [String] {
    Table(
      columns: [
        .init(title: "Name", isFlexible: true, minWidth: 12), .init(title: "Measures", isFlexible: true, minWidth: 8),
        .init(title: "Battery", isRightAligned: true, dropOrder: 1), .init(title: "Signal", dropOrder: 2),
        .init(title: "Paired"),
      ],
      rows: sensors.map { sensor in
        [
          .init(sensor.name), .init(sensor.kinds), .init(sensor.batteryPercent.map { "\($0)%" } ?? Table.unknown),
          .init(sensor.signalDbm.map(Self.signal) ?? Table.unknown),
          .init(sensor.paired ? "yes" : "no", look: sensor.paired ? .green : nil),
        ]
      }
    ).lines(style, width: width)
  }

  /// The strength of a signal in words.
  private static func signal(_ dBm: Int) -> String {
    "\(dBm >= -65 ? "strong" : dBm >= -80 ? "fair" : "weak") (\(dBm) dBm)"
  }
}

extension Report.Sensor {
  /// What the sensor measures, in words.
  package var kinds: String { measures.map { $0.replacingScalars { $0 == "-" ? " " : nil } }.joined(separator: ", ") }
}

/// The values of a sensor during a test.
package struct SensorReadings {
  private let units: DisplayUnits
  private var latest = Report.SensorValues(measures: "")
  private var lastLine: ContinuousClock.Instant?
  private var count = 0
  private var isFootPod = false

  package init(units: DisplayUnits) {
    self.units = units
  }

  /// Adds values, and returns a line with the latest values of all kinds; nil within a second after the last line.
  package mutating func line(
    adding values: Report.SensorValues, at time: ContinuousClock.Instant
  ) -> String? {
    count += 1
    latest.speedMps = values.speedMps ?? latest.speedMps
    latest.distanceM = values.distanceM ?? latest.distanceM
    latest.cadence = values.cadence ?? latest.cadence
    latest.countedFeet = values.countedFeet ?? latest.countedFeet
    isFootPod = isFootPod || values.measures == "foot-pod"
    latest.heartRate = values.heartRate ?? latest.heartRate
    if let lastLine, time - lastLine < Self.interval { return nil }
    lastLine = time
    return columns([
      (latest.speedMps.map(pace), 10), (distance, 9), (latest.cadence.map { "\($0) spm" }, 7),
      (latest.heartRate.map { "\($0) bpm" }, 7),
    ])
  }

  /// The number of values, the distance, and the meaning of the cadence; empty without values.
  package var summary: [String] {
    guard count > 0 else { return [] }
    let values = ["received \(count.counted("value"))"] + [distance].compactMap(\.self)
    return [values.joined(separator: ", ")] + (isFootPod ? [cadenceNote] : [])
  }

  private var cadenceNote: String {
    switch latest.countedFeet {
    case 1: "the sensor counts the steps of one foot; the cadence is of both feet"
    case 2: "the sensor counts the steps of both feet"
    default: "the cadence is unknown until you move: the sensor may count the steps of one foot or of both"
    }
  }

  /// The minimum time between two lines; a sensor may send its values slightly faster than once a second.
  private static let interval = Duration.milliseconds(900)
  /// The possible speeds of a runner; a lower speed is shown as standing.
  private static let speeds = 0.3...30

  private var distance: String? { latest.distanceM.map { units.distance.text(metres: min(max(0, $0), 1e6)) } }

  private func pace(_ speed: Double) -> String {
    speed < Self.speeds.lowerBound
      ? "standing" : units.pace.text(metresPerSecond: min(speed, Self.speeds.upperBound))
  }

  private func columns(_ cells: [(text: String?, width: Int)]) -> String {
    let texts = cells.compactMap { cell in cell.text.map { (text: $0, width: cell.width) } }
    return texts.dropLast().map { $0.text.padded(to: $0.width) + Table.gap }.joined() + (texts.last?.text ?? "")
  }
}
