import Text

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

  /// The format of a path's file extension, in any case; nil for an unknown one.
  package init?(path: String) {
    guard let fileExtension = path.fileExtension else { return nil }
    self.init(rawValue: fileExtension)
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
