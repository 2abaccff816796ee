import TerminalUI
import RunCalculator
import Varlink
import WorkoutModel

/// The words for time, distance and pace that were all given: what each of them comes to, and how far off it is.
struct RunCheckWords {
  let check: RunCheck
  let units: DisplayUnits

  var isConsistent: Bool { check.isConsistent(in: units) }

  func lines(_ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [
      .init(look: .faint), .init(title: "Given", isRightAligned: true), .init(title: "Comes to", isRightAligned: true),
      .init(title: "Off by", isRightAligned: true, look: .heading),
    ])
    let paces = (given: check.metresPerSecond, workedOut: check.workedOutMetresPerSecond)
    table.rows = [
      [
        "Time", .init(check.time.clockText()), .init(check.workedOutTime.clockText()),
        .init(Self.difference(check.time - check.workedOutTime) { $0.clockText() }),
      ],
      [
        "Distance", .init(units.distance.text(metres: check.metres)),
        .init(units.distance.text(metres: check.workedOutMetres)),
        .init(Self.difference(check.metres - check.workedOutMetres) { units.distance.figure(metres: $0) }),
      ],
      [
        "Pace", .init(units.pace.text(metresPerSecond: paces.given)),
        .init(units.pace.text(metresPerSecond: paces.workedOut)),
        .init(paceDifference),
      ],
    ]
    return table.lines(style, width: width)
  }

  /// What was given, and for each what the other two come to.
  var json: JSONValue {
    .object([
      "agrees": .bool(isConsistent),
      "durationMs": .int(check.time.inMilliseconds),
      "distanceM": .float(check.metres),
      "paceMps": .float(check.metresPerSecond),
      "workedOutDurationMs": .int(check.workedOutTime.inMilliseconds),
      "workedOutDistanceM": .float(check.workedOutMetres),
      "workedOutPaceMps": .float(check.workedOutMetresPerSecond),
    ])
  }

  /// In the unit of paces: as time where that is a time, else as speed.
  private var paceDifference: String {
    let (given, workedOut) = (check.metresPerSecond, check.workedOutMetresPerSecond)
    let metres = units.pace.distance.metres
    switch units.pace {
    case .minutesPerMile, .minutesPerKilometre:
      return Self.difference(.seconds(metres / given) - .seconds(metres / workedOut)) { $0.clockText() }
    case .milesPerHour, .kilometresPerHour:
      return Self.difference(given - workedOut) { units.pace.figure(metresPerSecond: $0) }
    }
  }

  /// A difference with its sign, or without one where it shows as nothing.
  private static func difference<Value: AdditiveArithmetic & Comparable>(
    _ value: Value, _ text: (Value) -> String
  ) -> String {
    let size = text(value < .zero ? .zero - value : value)
    guard size != text(.zero) else { return size }
    return (value < .zero ? "-" : "+") + size
  }
}
