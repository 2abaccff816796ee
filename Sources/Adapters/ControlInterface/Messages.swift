import WorkoutReports

/// The parameters of the methods, and the results that are not values of `Report` themselves.
extension WorkoutInterface {
  struct StartParameters: Codable, Equatable {
    var plan: String
    var planName: String?
    var replace: Bool?
  }

  struct StartNamedParameters: Codable, Equatable {
    var name: String?
    var replace: Bool?
  }

  struct NextParameters: Codable, Equatable {
    var out: Bool?
  }

  struct ExtendParameters: Codable, Equatable {
    var byMs: Int
  }

  struct CorrectParameters: Codable, Equatable {
    var distanceM: Double
  }

  struct TestCueParameters: Codable, Equatable {
    var cue: String
    var channels: [String]?
  }

  /// The parameters or results of a method that has none.
  struct Nothing: Codable, Equatable {}

  /// The results of the methods that return a status, and the parameters of the error that has one.
  struct StatusResult: Codable, Equatable {
    var status: Report.Status
  }

  /// The results of `Stop`.
  struct SummaryResult: Codable, Equatable {
    var summary: Report.Summary
  }

  /// The results of each reply to `Watch`.
  struct EventResult: Codable, Equatable {
    var event: Report.Event
  }

  /// The results of `ListPlans`.
  struct PlansResult: Codable, Equatable {
    var plans: [Report.Plan]
  }

  /// The results of `Diagnose`.
  struct DiagnosisResult: Codable, Equatable {
    var findings: [Report.Finding]
  }
}
