import Text
import WorkoutModel

/// A line in plan notation that a user probably meant.
///
/// The line is a valid plan, and contains each number that the user typed. If the user typed a number in a form that
/// plan notation does not have, such as a number of yards, the line contains the converted number instead.
package struct Correction: Equatable, Sendable {
  package let line: String
  let note: Note?

  /// A reason why the line looks different from the line that was typed.
  enum Note: Equatable, Sendable {
    case yards
    case feet
    case metres
    case minutes
    case seconds
    case everyMinute
    case onlyLabels
    case minInterval
    case repetitions
    case open
    /// A unit of speed that was not typed.
    case speed(String)
    /// A time after a distance, as the total time or as the pace.
    case total(String)
    case pace(String)
    /// Two numbers such as `1:1`, as the ratio of run and walk or as a time.
    case ratio
    case clock
    /// Words that are not part of the plan.
    case leftOut(String)
    /// A word instead of a kind, as the label of an interval; `nearest` is the kind that is most similar.
    case kind(nearest: Kind?)
    /// Words after the kind of an interval, as its label.
    case label
    case examplePace

    /// Whether the note distinguishes one of several meanings of a text.
    var isMeaning: Bool {
      switch self {
      case .minutes, .seconds, .speed, .total, .pace, .ratio, .clock: true
      default: false
      }
    }
  }
}

extension Correction {
  /// Whether the line contains words in a label, or lacks words that were typed.
  var hasLabel: Bool {
    if case .leftOut? = note { return true }
    return line.unicodeScalars.contains("\"")
  }

  /// The correction of a line that begins with the heading of a session.
  func after(_ heading: String) -> Correction { Correction(line: "\(heading) \(line)", note: note) }

  /// The lines in plan notation that a line probably means; empty if unknown.
  static func corrections(of line: String) -> [Correction] {
    guard line.utf8.count <= ForeignLine.maxBytes else { return [] }
    let foreign = ForeignLine(line)
    var corrections: [Correction] = []
    for meaning in 0..<ForeignReader.maxMeanings {
      var reader = ForeignReader(foreign, meaning: meaning)
      if let steps = reader.read(), let correction = Correction(steps, from: reader, of: foreign),
        correction.line != line,
        !corrections.contains(where: { $0.line == correction.line })
      {
        corrections.append(correction)
      }
      if !reader.isAmbiguous { break }
    }
    return corrections
  }

  /// Fails if the steps are not a valid plan, or if a number of the line is missing or was never typed.
  ///
  /// A missing pace is replaced by an example.
  private init?(_ steps: [ForeignStep], from reader: ForeignReader, of foreign: ForeignLine) {
    let typed = (foreign.text + " " + reader.addedNumbers).numbers
    guard (steps.text() + " " + reader.convertedNumbers).numbers == typed else { return nil }
    var paces: [Kind: Pace] = [:]
    for _ in Kind.allCases {
      let text = steps.text(paces)
      guard let file = try? PlanFile(parsing: text) else { return nil }
      do throws(TimelineError) {
        _ = try Workout(file.plan, settings: file.settings)
        self.init(
          line: text,
          note: reader.notes.first(where: \.isMeaning) ?? reader.notes.first ?? (paces.isEmpty ? nil : .examplePace))
        return
      } catch {
        guard let kind = error.reason.kindWithoutPace else { return nil }
        let unit = file.plan.entered().distance ?? .kilometres
        paces[kind] = (try? readPace(kind.examplePace(per: unit))) ?? nil
      }
    }
    return nil
  }
}

extension String {
  /// The numbers in a text, sorted, without zeros at their beginning; `5:30` and `5.5` consist of two numbers each.
  fileprivate var numbers: [String] {
    split { !("0"..."9" ~= $0) }.map { String($0.drop { $0 == "0" }) }.filter { !$0.isEmpty }.sorted()
  }
}

extension TimelineError.Reason {
  /// The kind whose pace is missing; nil for other reasons.
  fileprivate var kindWithoutPace: Kind? {
    switch self {
    case .distanceWithoutPace(let kind), .untilWithoutPace(let kind): kind
    default: nil
    }
  }
}
