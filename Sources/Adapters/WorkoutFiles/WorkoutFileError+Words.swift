import PlanNotation
import WorkoutModel

extension WorkoutFileError {
  /// What is wrong, and where, without a full stop: `line 12: a Step has no Duration`.
  package var words: String { [place?.words, reason.words].compactMap(\.self).joined(separator: ": ") }
}

extension WorkoutFileError.Place {
  fileprivate var words: String {
    switch self {
    case .offset(let offset): "offset \(offset)"
    case .line(let line): "line \(line)"
    }
  }
}

extension WorkoutFileError.Reason {
  fileprivate var words: String {
    switch self {
    case .tooLong(let limit): "longer than any workout: a file has at most \(limit / 1024) KiB"
    case .noSignature: "the signature '.FIT' is missing"
    case .headerSize(let size): "a header of \(size) bytes, where 12 is the least"
    case .protocolVersion(let major): "version \(major) of the protocol, which is not known; versions 1 and 2 are"
    case .endsEarly(let bytes, let expected): "the file ends early: it has \(bytes) of \(expected) bytes"
    case .checksum(let written, let counted):
      "the file is damaged: its checksum is \(hexadecimal(written)), that of its bytes \(hexadecimal(counted))"
    case .recordEndsEarly: "a record goes on beyond the end of the file"
    case .undefined(let localType): "a message of local type \(localType), which nothing before it defines"
    case .byteOrder(let order): "byte order \(order), where 0 is little-endian and 1 big-endian"
    case .noWorkout(let found): "no workout\(found.map { ", but \(FITWords.file($0))" } ?? "")"
    case .repeatsNothing(let from): "a repeat from step \(from), which is not before it"
    case .repeatsPart(let from): "a repeat from step \(from), which is within another repeat"
    case .repetitions(let count): "\(count) repetitions, where a plan has 1 to 9999"
    case .sameNumber(let number): "a second step of number \(number)"
    case .tooManyMessages(let limit): "more than \(limit) messages of workouts"
    case .notUTF8: "no UTF-8 text"
    case .repeatsNoSteps(let rounds): "\(rounds)x, and no steps behind it"
    case .minutes(let minutes):
      "\(minutes)m would be \(hours(minutes)): write \(minutes)mtr for metres, or \(hours(minutes)) for the time"
    case .notReadBack(let words): "what would be written cannot be read back: \(words)"
    case .xml(let words): words
    case .documentType: "a document type, which could name other files: it is refused"
    case .elementsTooDeep: "elements nested deeper than in any workout"
    case .noWorkoutElement(let root): "no workout in <\(root)>"
    case .missing(let name): "\(name) is missing"
    case .noNumber(let name, let text): "'\(text)' is no number for \(name)"
    case .noSteps: "a workout without steps"
    case .repeatsTooDeep:
      "repeats nested deeper than \(PlanLimits.maxNesting), which is the most that a plan can have"
    case .longPlan: "more steps than a plan's text can hold, which is 64 KiB"
    case .time(let time): "a step of \(time.notation), where an interval lasts from 1s to 99:59:59"
    case .distance(let distance): "a step of \(distance.notation), where an interval covers from 1 mm to 999.99 km"
    case .stepWithoutGoal(let line): "a step without a time or a distance such as 5m or 400mtr: '\(line)'"
    case .tooManySteps(let count, let limit): "\(count) steps, where \(limit) is the most"
    }
  }
}

private func hexadecimal(_ number: Int) -> String { "0x" + String(number, radix: 16, uppercase: true) }

private func hours(_ minutes: Int) -> String { Duration.seconds(minutes * 60).notation }
