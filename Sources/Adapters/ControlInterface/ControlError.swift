import JSON
package import Varlink
package import WorkoutReports

/// The errors of `org.intervald.Workout`.
package enum ControlError: Error, Equatable, Sendable {
  /// A workout is running or paused, and the call does not permit its replacement.
  case alreadyRunning(Report.Status)
  /// No workout is running or paused.
  case notRunning
  case noSuchPlan(NoSuchPlan)
  case noSuchSession(NoSuchSession)
  case programDone(ProgramDone)
  case invalidPlan(InvalidPlan)
  case invalidConfiguration(InvalidConfiguration)
  case noSuchCue(NoSuchCue)
  case implausibleDistance(ImplausibleDistance)
  case unusableHistory(UnusableHistory)
  case sensorUnavailable(SensorUnavailable)

  /// A name that no plan has.
  package struct NoSuchPlan: Codable, Equatable, Sendable {
    package var name: String
    package var similar: String?
    /// The folders that were searched.
    package var searched: [String]

    package init(name: String, similar: String? = nil, searched: [String]) {
      self.name = name
      self.similar = similar
      self.searched = searched
    }
  }

  /// A session that a program does not have.
  package struct NoSuchSession: Codable, Equatable, Sendable {
    package var program: String
    package var session: String
    /// The ID of the nearest session; nil if the plan is not a program.
    package var nearest: String?

    package init(program: String, session: String, nearest: String? = nil) {
      self.program = program
      self.session = session
      self.nearest = nearest
    }
  }

  /// A program whose last session is done, so that no session is due.
  package struct ProgramDone: Codable, Equatable, Sendable {
    package var program: String

    package init(program: String) {
      self.program = program
    }
  }

  /// An error in the text of a plan; lines and columns are counted from 1.
  package struct InvalidPlan: Codable, Equatable, Sendable {
    package var message: String
    package var line: Int
    package var column: Int
    package var hint: String?
    /// The path of the plan's file, if the daemon read the text from a file.
    package var path: String?
    package var lineText: String?

    package init(
      message: String, line: Int, column: Int, hint: String? = nil, path: String? = nil, lineText: String? = nil
    ) {
      self.message = message
      self.line = line
      self.column = column
      self.hint = hint
      self.path = path
      self.lineText = lineText
    }
  }

  /// An error in the configuration; lines and columns are counted from 1.
  package struct InvalidConfiguration: Codable, Equatable, Sendable {
    package var message: String
    package var line: Int?
    package var column: Int?
    package var hint: String?
    package var path: String
    package var lineText: String?

    package init(
      message: String, line: Int? = nil, column: Int? = nil, hint: String? = nil, path: String, lineText: String? = nil
    ) {
      self.message = message
      self.line = line
      self.column = column
      self.hint = hint
      self.path = path
      self.lineText = lineText
    }
  }

  /// A distance that exceeds `Report.Corrected.plausibleMetres` for the time spent in intervals.
  package struct ImplausibleDistance: Codable, Equatable, Sendable {
    package var distanceM: Double
    package var elapsedMs: Int

    package init(distanceM: Double, elapsedMs: Int) {
      self.distanceM = distanceM
      self.elapsedMs = elapsedMs
    }
  }

  /// A history that cannot be read or written.
  package struct UnusableHistory: Codable, Equatable, Sendable {
    package var message: String
    package var hint: String?

    package init(message: String, hint: String? = nil) {
      self.message = message
      self.hint = hint
    }
  }

  /// The reason why a sensor cannot be used.
  package struct SensorUnavailable: Codable, Equatable, Sendable {
    /// A word that programs can compare, such as `unknownSensor`.
    package var reason: String
    package var message: String
    package var hints: [String]
    /// The names of the known sensors, or the addresses of the sensors with the same name.
    package var known: [String]

    package init(reason: String, message: String, hints: [String], known: [String] = []) {
      self.reason = reason
      self.message = message
      self.hints = hints
      self.known = known
    }
  }

  /// A word that is not a cue, kind or channel.
  package struct NoSuchCue: Codable, Equatable, Sendable {
    package var word: String
    package var known: [String]

    package init(word: String, known: [String]) {
      self.word = word
      self.known = known
    }
  }
}

extension ControlError {
  /// The name of an error, and the conversions of its parameters to and from JSON.
  private struct Row {
    let name: String
    /// Returns the parameters of an error with this name; nil for any other error.
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
      Row("NoSuchSession", ControlError.noSuchSession) {
        if case .noSuchSession(let parameters) = $0 { parameters } else { nil }
      },
      Row("ProgramDone", ControlError.programDone) {
        if case .programDone(let parameters) = $0 { parameters } else { nil }
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
      Row("SensorUnavailable", ControlError.sensorUnavailable) {
        if case .sensorUnavailable(let parameters) = $0 { parameters } else { nil }
      },
    ]
  }

  /// Converts an error from a reply; nil if the error is unknown or belongs to another interface.
  ///
  /// - Throws: `DecodingError` if the parameters do not match the error.
  package init?(_ error: VarlinkError) throws {
    guard let row = Self.table.first(where: { $0.name == error.name }) else { return nil }
    self = try row.error(.object(error.parameters))
  }

  /// Converts the error to a Varlink error, for a reply.
  ///
  /// - Throws: `EncodingError` if a number in the status is not finite.
  package func varlinkError() throws -> VarlinkError {
    for row in Self.table {
      if let parameters = try row.parameters(self) { return VarlinkError(row.name, parameters) }
    }
    preconditionFailure("the table lacks \(self)")
  }
}

extension JSONValue {
  /// Encodes a value, and returns the members of the resulting object.
  ///
  /// The value must encode as a JSON object.
  static func object(encoding value: some Encodable) throws -> Object {
    guard let members = try JSONValue(encoding: value).object else {
      preconditionFailure("\(type(of: value)) does not encode as an object")
    }
    return members
  }
}
