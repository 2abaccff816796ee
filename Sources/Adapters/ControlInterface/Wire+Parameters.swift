extension Wire {
  /// The parameters of `Start`.
  struct StartParameters: Codable, Equatable {
    var plan: String
    var planName: String?
    var replace: Bool?
  }

  /// The parameters of `StartNamed`.
  struct StartNamedParameters: Codable, Equatable {
    var name: String?
    var replace: Bool?
  }

  /// The parameters of `Next`.
  struct NextParameters: Codable, Equatable {
    var out: Bool?
  }

  /// The parameters of `Extend`.
  struct ExtendParameters: Codable, Equatable {
    var byMs: Int
  }

  /// The parameters of `Correct`.
  struct CorrectParameters: Codable, Equatable {
    var distanceM: Double
  }

  /// The parameters of `TestCue`.
  struct TestCueParameters: Codable, Equatable {
    var cue: String
    var channels: [String]?
  }

  /// The parameters, or results, of a method that has none.
  struct Nothing: Codable, Equatable {}
}
