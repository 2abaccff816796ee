package import WorkoutModel

/// Why a file is no workout that can be read, or a plan none that can be written; and where.
package struct WorkoutFileError: Error, Equatable {
  package let reason: Reason
  package let place: Place?

  init(_ reason: Reason, at place: Place? = nil) {
    self.reason = reason
    self.place = place
  }

  /// Whether the file may be of another format than it was read as.
  package var isOfForm: Bool {
    switch reason {
    case .noSignature: place == .offset(0)
    case .xml, .noWorkoutElement: true
    default: reason == .noSteps && place == nil
    }
  }

  package enum Place: Equatable, Sendable {
    /// In a binary file: the bytes before it.
    case offset(Int)
    /// In a text: the line, from 1.
    case line(Int)
  }

  package enum Reason: Equatable, Sendable {
    case tooLong(limit: Int)

    // FIT.
    case noSignature
    case headerSize(Int)
    case protocolVersion(Int)
    case endsEarly(bytes: Int, of: Int)
    case checksum(written: Int, counted: Int)
    case recordEndsEarly
    case undefined(localType: Int)
    case byteOrder(Int)
    case noWorkout(found: Int?)
    case repeatsNothing(from: Int)
    case repeatsPart(from: Int)
    /// Two steps of one number.
    case sameNumber(Int)
    case tooManyMessages(limit: Int)

    // XML.
    case xml(String)
    case documentType
    case elementsTooDeep
    /// A root that holds no workout.
    case noWorkoutElement(root: String)
    case noNumber(String, String)

    // The text of intervals.icu.
    case notUTF8
    /// Repetitions behind which there are no steps.
    case repeatsNoSteps(Int)
    /// Minutes that were meant for metres.
    case minutes(Int)
    /// A step in which neither a time nor a distance stands.
    case stepWithoutGoal(String)

    // Any.
    case noSteps
    case repetitions(Int)
    /// An element, or a field, that must be there.
    case missing(String)
    /// What was written says something else than what was to be written.
    case notReadBack(String)
    case repeatsTooDeep
    /// As a plan it would have more text than a plan may.
    case longPlan
    /// A time that no interval can take.
    case time(Duration)
    /// A distance that no interval can cover.
    case distance(Distance)
    case tooManySteps(Int, limit: Int)
  }
}
