package import WorkoutReports

/// The errors of `org.intervald.Workout`.
package enum ControlError: Error, Equatable, Sendable {
  /// A workout runs, and the call did not mean to replace it.
  case alreadyRunning(Report.Status)
  /// Nothing is loaded.
  case notRunning
  case noSuchPlan(NoSuchPlan)
  case invalidPlan(InvalidPlan)
  case invalidConfiguration(InvalidConfiguration)
  case noSuchCue(NoSuchCue)
  case implausibleDistance(ImplausibleDistance)
  case unusableHistory(UnusableHistory)

  /// A name that no plan has.
  package struct NoSuchPlan: Codable, Equatable, Sendable {
    package var name: String
    package var similar: String?
    /// The folders that were looked through.
    package var searched: [String]

    package init(name: String, similar: String? = nil, searched: [String]) {
      self.name = name
      self.similar = similar
      self.searched = searched
    }
  }

  /// A text that is no plan, and where; lines and columns are counted from 1.
  package struct InvalidPlan: Codable, Equatable, Sendable {
    package var message: String
    package var line: Int
    package var column: Int
    package var hint: String?
    /// The file, where the daemon read the text itself.
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

  /// Settings that cannot be used, and where; lines and columns are counted from 1.
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

  /// More than anybody covers in the time in intervals, and more than what may lie before them.
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

  /// A word that stands for no cue, kind or channel.
  package struct NoSuchCue: Codable, Equatable, Sendable {
    package var word: String
    package var known: [String]

    package init(word: String, known: [String]) {
      self.word = word
      self.known = known
    }
  }
}
