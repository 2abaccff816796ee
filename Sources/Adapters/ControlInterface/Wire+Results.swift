extension Wire {
  /// The results of `Start` and `StartNamed`.
  package struct Started: Codable, Equatable, Sendable {
    package var status: Status
    /// Sentences for the person: no notification server, no sound, no paces.
    package var warnings: [String]

    package init(status: Status, warnings: [String]) {
      self.status = status
      self.warnings = warnings
    }
  }

  /// The results of the methods that give a status, and the parameters of the error that does.
  struct StatusResult: Codable, Equatable {
    var status: Status
  }

  /// The results of `Correct`: how the workout stands, or what the last one came to.
  package struct Corrected: Codable, Equatable, Sendable {
    package var status: Status?
    package var summary: Summary?
    /// The distance before; nil where it was not known.
    package var wasM: Double?

    /// The metres that a distance may be corrected to.
    package static let possibleMetres = 0...999_990.0

    package init(status: Status? = nil, summary: Summary? = nil, wasM: Double? = nil) {
      self.status = status
      self.summary = summary
      self.wasM = wasM
    }

    /// The metres that may have been covered when so many milliseconds were spent in intervals.
    ///
    /// 12.5 m/s, which is 1:20 a kilometre, is faster than anybody runs; but so much as somebody may have covered
    /// before the first interval is always possible.
    package static func plausibleMetres(elapsedMs: Int) -> ClosedRange<Double> {
      0...max(mostMetresBefore, Double(elapsedMs) / 1000 * 12.5)
    }

    /// The metres that may lie before the first interval.
    package static let mostMetresBefore = 500.0
  }

  /// The results of `Stop`.
  struct SummaryResult: Codable, Equatable {
    var summary: Summary
  }

  /// The results of `Watch`, each time.
  struct EventResult: Codable, Equatable {
    var event: Event
  }

  /// The results of `ListPlans`.
  struct PlansResult: Codable, Equatable {
    var plans: [Plan]
  }
}
