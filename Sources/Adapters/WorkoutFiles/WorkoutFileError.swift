import PlanNotation
import Text
package import WorkoutModel

/// A problem that prevents the import of a file, or the export of a plan or of a finished workout.
package struct WorkoutFileError: Error, Equatable {
  package let reason: Reason
  /// Position of the problem in the file; nil if the problem has no position.
  package let place: Place?

  init(_ reason: Reason, at place: Place? = nil) {
    self.reason = reason
    self.place = place
  }

  /// Whether the file probably has a different format from the expected format.
  package var suggestsOtherFormat: Bool {
    switch reason {
    case .noSignature: place == .offset(0)
    case .xml, .noWorkoutElement: true
    default: reason == .noSteps && place == nil
    }
  }

  package enum Place: Hashable, Sendable {
    /// Number of bytes before the problem in a binary file.
    case offset(Int)
    /// Line of a text file, counted from 1.
    case line(Int)
  }

  package enum Reason: Equatable, Sendable {
    /// A file that is larger than the limit; the limit is in bytes.
    case tooLong(limit: Int)

    // FIT.
    case noSignature
    case headerSize(Int)
    /// An unsupported major version of the protocol.
    case protocolVersion(Int)
    case endsEarly(bytes: Int, expected: Int)
    case checksum(stored: Int, computed: Int)
    case recordEndsEarly
    /// A message whose local type has no definition.
    case undefined(localType: Int)
    case byteOrder(Int)
    /// A file without a workout message; `found` is the type of the file.
    case noWorkout(found: Int?)
    /// A repeat that starts at a step that is missing or does not precede the repeat.
    case repeatsNothing(from: Int)
    /// A repeat that starts at a step inside another repeat.
    case repeatsPart(from: Int)
    /// Two steps with the same number.
    case sameNumber(Int)
    case tooManyMessages(limit: Int)

    // XML.
    /// An error from the XML parser.
    case xml(String)
    case documentType
    case elementsTooDeep(limit: Int)
    /// A root element that contains no workout.
    case noWorkoutElement(root: String)
    /// An element or attribute whose text is not a number.
    case invalidNumber(String, name: String)

    // The text format of intervals.icu.
    case notUTF8
    /// A number of repetitions that is not followed by steps.
    case repeatsNoSteps(Int)
    /// A line with two numbers of repetitions, such as `2x 3x 1m`.
    case severalRounds(outer: Int, inner: Int)
    /// A line in which a number of repetitions is not for all steps, such as `10m easy, 3x 30s`.
    case roundsOfSomeSteps(Int)
    /// Minutes written like metres, such as `400m`.
    case minutes(Int)
    /// A step without a time or a distance; the value is the line of the step.
    case stepWithoutGoal(String)

    // Activities.
    /// A start that is not a time of this century.
    case startTime(String)
    /// A workout without any time in intervals.
    case noElapsedTime
    case longerThanDays(Int)
    case fartherThan(Distance)

    // All formats.
    /// A file that records a past workout, instead of the steps of a future workout.
    case activity
    case noSteps
    case repetitions(Int)
    /// A number of repetitions that is not a whole number.
    case fractionalRepetitions(Double)
    /// A missing element, attribute or field.
    case missing(String)
    /// An exported file that cannot be read back; the value is the error as text.
    case notReadBack(String)
    case repeatsTooDeep
    /// A workout whose text is too long for a plan file.
    case planTooLong
    /// A time outside the limits of plans.
    case time(Duration)
    /// A distance outside the limits of plans.
    case distance(Distance)
    case tooManySteps(Int, limit: Int)
  }
}

extension WorkoutFileError {
  /// Message with the position and without a full stop, such as `line 12: Duration is missing`.
  package var words: String { [place?.words, reason.words].compactMap(\.self).joined(separator: ": ") }
}

extension WorkoutFileError.Place {
  /// The position as text, such as `line 12`.
  var words: String {
    switch self {
    case .offset(let offset): "offset \(offset)"
    case .line(let line): "line \(line)"
    }
  }
}

extension WorkoutFileError.Reason {
  fileprivate var words: String {
    switch self {
    case .tooLong(let limit): "the file is larger than \(limit / 1024) KiB"
    case .noSignature: "the signature '.FIT' is missing"
    case .headerSize(let size): "the header has \(size) bytes, but needs at least 12"
    case .protocolVersion(let major): "unsupported protocol version \(major) (supported: 1 and 2)"
    case .endsEarly(let bytes, let expected): "the file ends early: it has \(bytes) of \(expected) bytes"
    case .checksum(let stored, let computed):
      "the file is damaged: its checksum is \(hexadecimal(stored)), but should be \(hexadecimal(computed))"
    case .recordEndsEarly: "a record extends past the end of the file"
    case .undefined(let localType): "a message has the local type \(localType), which is not defined"
    case .byteOrder(let order): "unknown byte order \(order) (0 is little-endian, 1 is big-endian)"
    case .noWorkout(let found): "the file contains no workout\(found.map { ": it is \(FITWords.file($0))" } ?? "")"
    case .repeatsNothing(let from): "a repeat starts at step \(from), which does not precede it"
    case .repeatsPart(let from): "a repeat starts at step \(from), which is inside another repeat"
    case .repetitions(let count): "\(count) repetitions are out of range: 1 to 9999"
    case .fractionalRepetitions(let count): "\(shortestText(count)) repetitions are not a whole number"
    case .severalRounds(let outer, let inner):
      "'\(outer)x' and '\(inner)x' are in the same line: write '\(outer)x' in the line above '- \(inner)x'"
    case .roundsOfSomeSteps(let rounds):
      "'\(rounds)x' is only for a part of the line: write this part in a line of its own"
    case .sameNumber(let number): "two steps have the number \(number)"
    case .tooManyMessages(let limit): "the file has more than \(limit) workout messages"
    case .notUTF8: "the file is not UTF-8 text"
    case .repeatsNoSteps(let rounds): "'\(rounds)x' is not followed by steps"
    case .minutes(let minutes):
      "'\(minutes)m' means \(hours(minutes)): write \(minutes)mtr for metres, or \(hours(minutes)) for the time"
    case .notReadBack(let words): "the exported file cannot be read back: \(words)"
    case .xml(let words): words
    case .documentType: "a document type declaration is not allowed"
    case .elementsTooDeep(let limit): "elements are nested more than \(limit) deep"
    case .noWorkoutElement(let root): "no workout in <\(root.excerpt)>"
    case .missing(let name): "\(name) is missing"
    case .invalidNumber(let text, let name): "invalid number '\(text.excerpt)' for \(name)"
    case .startTime(let text): "the start '\(text.excerpt)' is not a time in the years 2000 to 2099"
    case .noElapsedTime: "the workout has no time in intervals"
    case .longerThanDays(let days): "the workout is longer than \(days) days"
    case .fartherThan(let distance): "the distance is longer than \(distance.notation)"
    case .activity: "the file is an activity: the record of a past workout, without steps to follow"
    case .noSteps: "the workout has no steps"
    case .repeatsTooDeep: "repeats are nested more than \(PlanLimits.maxNesting) deep"
    case .planTooLong: "the text of the plan would be longer than \(PlanFile.maxBytes / 1024) KiB"
    case .time(let time): "the time '\(time.notation)' of a step is out of range: 1s to 99:59:59"
    case .distance(let distance): "the distance '\(distance.notation)' of a step is out of range: 1 mm to 999.99 km"
    case .stepWithoutGoal(let line): "a step needs a time or a distance, such as 5m or 400mtr: '\(line.excerpt)'"
    case .tooManySteps(let count, let limit): "\(count) steps are more than the limit of \(limit)"
    }
  }
}

private func hexadecimal(_ number: Int) -> String { "0x" + String(number, radix: 16, uppercase: true) }

private func hours(_ minutes: Int) -> String { Duration.seconds(minutes * 60).notation }
