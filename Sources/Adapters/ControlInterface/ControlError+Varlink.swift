package import Varlink

extension ControlError {
  /// One row of the table: an error's name, and how its parameters go over the wire and come back.
  private struct Row {
    let name: String
    /// The parameters, where the error is this row's.
    let parameters: (ControlError) throws -> JSONValue.Object?
    let error: (JSONValue) throws -> ControlError

    init<Parameters: Codable>(
      _ name: String, _ make: @escaping (Parameters) -> ControlError, _ take: @escaping (ControlError) -> Parameters?
    ) {
      self.name = "org.intervald.Workout.\(name)"
      self.parameters = { error in try take(error).map { try JSONValue.object(encoding: $0) } }
      self.error = { make(try $0.decoded()) }
    }
  }

  private static var table: [Row] {
    [
      Row("AlreadyRunning") { (parameters: WorkoutInterface.StatusResult) in
        .alreadyRunning(parameters.status)
      } _: {
        if case .alreadyRunning(let status) = $0 { WorkoutInterface.StatusResult(status: status) } else { nil }
      },
      Row("NotRunning") { (_: WorkoutInterface.Nothing) in
        .notRunning
      } _: {
        if case .notRunning = $0 { WorkoutInterface.Nothing() } else { nil }
      },
      Row("NoSuchPlan", ControlError.noSuchPlan) {
        if case .noSuchPlan(let parameters) = $0 { parameters } else { nil }
      },
      Row("InvalidPlan", ControlError.invalidPlan) {
        if case .invalidPlan(let parameters) = $0 { parameters } else { nil }
      },
      Row("InvalidConfiguration", ControlError.invalidConfiguration) {
        if case .invalidConfiguration(let parameters) = $0 { parameters } else { nil }
      },
      Row("NoSuchCue", ControlError.noSuchCue) {
        if case .noSuchCue(let parameters) = $0 { parameters } else { nil }
      },
      Row("ImplausibleDistance", ControlError.implausibleDistance) {
        if case .implausibleDistance(let parameters) = $0 { parameters } else { nil }
      },
      Row("UnusableHistory", ControlError.unusableHistory) {
        if case .unusableHistory(let parameters) = $0 { parameters } else { nil }
      },
    ]
  }

  /// The error of the interface that a reply carries; nil for an error of another interface, or one not known here.
  ///
  /// - Throws: `DecodingError` for parameters that are not the error's.
  package init?(_ error: VarlinkError) throws {
    guard let row = Self.table.first(where: { $0.name == error.name }) else { return nil }
    self = try row.error(.object(error.parameters))
  }

  /// The error as it travels.
  ///
  /// - Throws: `EncodingError` for a status with a number that is not finite.
  package func varlinkError() throws -> VarlinkError {
    for row in Self.table {
      if let parameters = try row.parameters(self) { return VarlinkError(row.name, parameters) }
    }
    preconditionFailure("the table has no \(self)")
  }
}

extension JSONValue {
  /// The members that a value encodes as.
  static func object(encoding value: some Encodable) throws -> Object {
    guard let members = try JSONValue(encoding: value).object else {
      preconditionFailure("\(type(of: value)) encodes as no object")
    }
    return members
  }
}
