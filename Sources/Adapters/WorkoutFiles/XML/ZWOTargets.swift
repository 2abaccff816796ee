import Text
import WorkoutModel

/// Names of the attributes that describe an interval; `on` and `off` are the names for the two intervals of a set.
struct ZWOAttributes {
  var length = "Duration"
  var shares = ["Power", "PowerLow", "PowerHigh"]
  var zones = ["Zone"]
  var cadences = ["Cadence", "CadenceLow", "CadenceHigh"]
  var slopes = ["Slope", "Incline"]
  var speeds = ["Speed"]
  /// Direction in which the share changes from the low to the high value.
  var direction = Direction.range

  enum Direction {
    /// A range that allows any share between the two values.
    case range
    /// A change from the first to the second value.
    case asWritten
    /// A change from the higher to the lower value; programs write the two values of a cooldown in either order.
    case falling
  }

  static let on = ZWOAttributes(
    length: "OnDuration", shares: ["OnPower", "PowerOnLow", "PowerOnHigh"], zones: ["PowerOnZone"],
    slopes: ["OnSlope"], speeds: [])
  static let off = ZWOAttributes(
    length: "OffDuration", shares: ["OffPower", "PowerOffLow", "PowerOffHigh"], zones: ["PowerOffZone"],
    cadences: ["CadenceResting"], slopes: ["OffSlope"], speeds: [])

  /// Names of all attributes.
  var all: Set<String> { Set([length] + shares + zones + cadences + slopes + speeds).union(["pace", "Pace"]) }

  /// Describes the interval in an element for messages, such as `the second interval of <IntervalsT>`.
  func interval(in element: String) -> String {
    switch length {
    case "OnDuration": "the first interval of <\(element)>"
    case "OffDuration": "the second interval of <\(element)>"
    default: "element <\(element)>"
    }
  }

  /// Attributes that only change how Zwift displays or rates an interval.
  static let display: Set = [
    "FailThresholdDuration", "FlatRoad", "NeverFails", "Quantize", "forced_performance_test", "ftptest", "ramptest",
    "replacement_prescription", "replacement_verb", "show_avg",
  ]
}

extension ZWOReader {
  /// Reads the targets of an interval.
  ///
  /// - Parameters:
  ///   - attributes: Names of the attributes.
  ///   - node: Element of the interval.
  ///   - kind: Kind of the interval.
  ///   - hasPace: Whether a message already specifies the pace.
  /// - Returns: The pace, and a description of each target that is not a pace.
  mutating func targets(
    _ attributes: ZWOAttributes, of node: XMLNode, kind: Kind, hasPace: Bool
  ) -> (pace: Pace?, words: [String]) {
    let speed = speed(attributes.speeds, of: node)
    var pace = hasPace ? nil : speed?.pace(per: unit, report: &report)
    var words: [String] = []
    if pace == nil, let speed { words.append(speed.words) }
    let shares = attributes.shares.compactMap { node.attribute($0, as: Share.init) }.filter { $0.value > 0 }
    let race = race(of: node)
    if let low = shares.min(), let high = shares.max(),
      !isOwn || low.value != kind.raceShare || high.value != kind.raceShare
    {
      let (first, last) =
        switch attributes.direction {
        case .range: (low, high)
        case .asWritten: (shares[0], shares[shares.count - 1])
        case .falling: (high, low)
        }
      let isRising = attributes.direction == .asWritten && first < last
      if let threshold, pace == nil, !hasPace,
        let sharePace = self.pace(low, high, threshold: threshold, isRising: isRising)
      {
        pace = sharePace
      } else {
        words.append((first.words == last.words ? first.words : "\(first.words) to \(last.words)") + race)
      }
    }
    words += power(attributes.shares, of: node) + zone(attributes.zones, of: node)
    words += cadence(attributes.cadences, of: node) + slope(attributes.slopes, of: node)
    return (pace, words)
  }

  /// A target as a multiple of the power or the speed of the athlete.
  private struct Share: Comparable {
    let value: Double
    /// Maximum rounding error of the value.
    let precision: Double

    /// Number from which a target is not a share.
    static let limit = 100.0

    /// Reads a share; nil for any other number, such as a power of 250 watts.
    init?(_ text: String) {
      guard let value = decimal(text), value < Self.limit else { return nil }
      self.value = value
      precision = roundingError(of: text)
    }

    static func < (one: Share, other: Share) -> Bool { one.value < other.value }

    var words: String { "\(Int((value * 100).rounded())) %" }
  }

  /// Converts a range of shares of the threshold speed to a pace; nil if the pace is outside the limits of plans.
  ///
  /// `isRising` is whether the speed rises from the low to the high share during the interval.
  private mutating func pace(_ low: Share, _ high: Share, threshold: Double, isRising: Bool) -> Pace? {
    let precision = max(low.precision, high.precision) * threshold
    return SpeedRange(low.value * threshold, high.value * threshold, precision: precision)
      .pace(per: unit, isRising: isRising, report: &report)
  }

  /// Reads a speed, which is assumed to be in metres per second; nil without a speed.
  private mutating func speed(_ names: [String], of node: XMLNode) -> SpeedRange? {
    let speeds = names.lazy.compactMap { name in
      node.attribute(name) { text in
        decimal(text).flatMap { $0 > 0 ? SpeedRange($0, $0, precision: roundingError(of: text)) : nil }
      }
    }
    guard let speed = speeds.first else { return nil }
    report.add(.assumed("attribute Speed, which has no unit", readAs: "metres per second"))
    return speed
  }

  /// Describes to which power or speed the shares of an interval refer, such as ` of 5 km pace`; empty if unknown.
  private func race(of node: XMLNode) -> String {
    guard sport != .cycling else {
      // Zwift writes this number for each sport, but it only applies to running.
      node.ignore(attributes: ["pace", "Pace"])
      return " of FTP"
    }
    return Self.racePace(of: node, in: sport).map { " of \($0) pace" } ?? ""
  }

  /// Reads the race to whose pace the shares of an interval refer, such as `5 km`; nil for sports other than running.
  static func racePace(of node: XMLNode, in sport: Sport) -> String? {
    guard sport == .running || sport == .unknown else { return nil }
    let races = ["1 mile", "5 km", "10 km", "half marathon", "marathon"]
    let number = ["pace", "Pace"].lazy.compactMap { name in
      node.attribute(name) { text in Int(text).flatMap { races.indices.contains($0) ? $0 : nil } }
    }.first
    // Without a sport, 0 can be the number that Zwift writes for cycling.
    return number.flatMap { $0 == 0 && sport == .unknown ? nil : races[$0] }
  }

  /// Describes a power that is not a share, such as `power 250`; the description contains the number as written.
  private func power(_ names: [String], of node: XMLNode) -> [String] {
    range(names, of: node) { $0 >= Share.limit }.map { ["power \($0)"] } ?? []
  }

  /// Describes a zone, such as `zone 3`.
  private func zone(_ names: [String], of node: XMLNode) -> [String] {
    range(names, of: node).map { ["zone \($0)"] } ?? []
  }

  /// Returns the numbers of attributes that satisfy a condition, such as `90` or `85-95`; a number of 0 is not a target.
  private func range(_ names: [String], of node: XMLNode, where isWanted: (Double) -> Bool = { _ in true }) -> String? {
    let values = names.compactMap { name in
      node.attribute(name) { text in decimal(text).flatMap { isWanted($0) ? $0 : nil } }
    }
    .filter { $0 > 0 }
    guard let low = values.min(), let high = values.max() else { return nil }
    return "\(low == high ? "" : "\(shortestText(low))-")\(shortestText(high))"
  }

  /// Describes a cadence, such as `cadence 180 per minute`; a cadence of 0 is not a target.
  private func cadence(_ names: [String], of node: XMLNode) -> [String] {
    range(names, of: node).map { ["cadence \($0) per minute"] } ?? []
  }

  /// Describes a slope, such as `slope 4`.
  ///
  /// Programs use different units, so the description contains the number as written. A slope of 0 is not described.
  private func slope(_ names: [String], of node: XMLNode) -> [String] {
    names.compactMap { name in
      let number = node.attribute(name) { text -> String? in
        let isNegative = text.hasPrefix("-")
        return decimal(isNegative ? String(text.dropFirst()) : text)
          .map { $0 == 0 ? "" : (isNegative ? "-" : "") + shortestText($0) }
      }
      guard let number, !number.isEmpty else { return nil }
      return "\(name == "Incline" ? "incline" : "slope") \(number)"
    }
  }
}

/// Maximum rounding error of a decimal number: half a unit of its last digit, and at most 0.005.
private func roundingError(of text: String) -> Double {
  let decimals = text.contains(".") ? text.split(separator: ".", omittingEmptySubsequences: false)[1].count : 0
  return min((0..<min(decimals, 9)).reduce(0.5) { error, _ in error / 10 }, 0.005)
}
