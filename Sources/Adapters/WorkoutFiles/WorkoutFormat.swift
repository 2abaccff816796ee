/// A format in which other programs keep workouts.
package enum WorkoutFormat: String, CaseIterable, Sendable {
  /// Garmin's, of watches.
  case fit
  /// Zwift's.
  case zwo
  /// Garmin's older one, of Training Center.
  case tcx
  /// The text of intervals.icu.
  case icu

  /// The format of a file by its name's ending, whatever its case; nil for one that is none of these.
  package init?(path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    self.init(rawValue: path[path.index(after: dot)...].lowercased())
  }

  /// The most bytes that a file may have: many times what the longest plan takes.
  package var longest: Int {
    switch self {
    case .fit, .zwo, .tcx: 1 << 20
    case .icu: 1 << 17
    }
  }

  /// Its name within a sentence.
  package var title: String {
    switch self {
    case .fit: "FIT"
    case .zwo: "ZWO"
    case .tcx: "TCX"
    case .icu: "intervals.icu"
    }
  }
}
