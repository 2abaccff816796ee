import WorkoutModel

/// The commands that have changed a workout, each with its time since the start of the workout.
///
/// The values of a distance sensor would be too many. In their place, the journal of a measured workout contains the end
/// of each interval with its measured metres.
///
/// The journal is part of the saved state, so that a restored session can determine its laps. It is a text,
/// such as `pause@90000000000000000000 resume@95000000000000000000`, because each cue saves it. The numbers are
/// attoseconds.
struct CommandJournal: Equatable, RawRepresentable, Codable, Sendable {
  private(set) var rawValue: String

  /// The maximum size in bytes; a further command makes the journal incomplete.
  private static let maxBytes = 65_536
  /// The text of an incomplete journal.
  private static let incomplete = "incomplete"

  init(rawValue: String = "") {
    self.rawValue = rawValue
  }

  /// A line of the journal.
  enum Entry: Equatable {
    case command(Command)
    /// The metres measured in the present interval so far, or in the lead-in.
    case measured(Double)
    /// The end of an interval, with the metres measured in it; nil if nothing was measured in it.
    case ended(Double?, Lap.Ending?)
    /// The first value after a time without values.
    case remeasured(RemeasuredDistance)
    /// A skip of rounds, until a time since the start of the workout.
    case skipped(until: Duration)
  }

  mutating func append(_ newEntry: Entry, at time: Duration) {
    guard rawValue != Self.incomplete, let word = Self.word(newEntry) else { return }
    let entry = "\(word)@\(time.attoseconds)"
    let separator = rawValue.isEmpty ? "" : " "
    let fits = rawValue.utf8.count + entry.utf8.count < Self.maxBytes
    rawValue = fits ? rawValue + separator + entry : Self.incomplete
  }

  /// The entries in order; nil if the journal is incomplete or was damaged.
  var entries: [(entry: Entry, time: Duration)]? {
    guard rawValue.utf8.count <= Self.maxBytes else { return nil }
    var entries: [(entry: Entry, time: Duration)] = []
    for entry in rawValue.split(separator: " ") {
      let fields = entry.split(separator: "@", omittingEmptySubsequences: false)
      guard fields.count == 2, let entry = Self.entry(fields[0]), let time = Self.duration(fields[1]),
        entries.last?.time ?? .zero <= time
      else { return nil }
      entries.append((entry, time))
    }
    return entries
  }

  /// Reads a time or a duration of less than 36 years, so that sums cannot overflow.
  private static func duration(_ text: Substring) -> Duration? {
    guard let number = Int128(text) else { return nil }
    let duration = Duration(attoseconds: number)
    return .zero - .maxPossible ... .maxPossible ~= duration ? duration : nil
  }

  private static func word(_ entry: Entry) -> String? {
    switch entry {
    case .command(let command): word(command)
    case .measured(let metres): "measured:\(text(metres))"
    case .ended(let metres, let ending): "end-\(ending?.rawValue ?? ""):\(metres.map(text) ?? "")"
    case .remeasured(let distance):
      "remeasured:\(distance.elapsed.attoseconds):"
        + [distance.from, distance.counted, distance.to].map(text).joined(separator: ":")
    case .skipped(let time): "skipped:\(time.attoseconds)"
    }
  }

  /// A measured distance in metres, rounded to hundredths of a millimetre so that the journal stays short.
  private static func text(_ metres: Double) -> String { "\((metres * 100_000).rounded() / 100_000)" }

  private static func word(_ command: Command) -> String? {
    switch command {
    case .pause(.user): "pause"
    case .pause(.sleep): "sleep"
    case .pause(.restart): "restart"
    case .pause(.lock): "lock"
    case .resume: "resume"
    case .next(out: false): "next"
    case .next(out: true): "out"
    case .previous: "back"
    case .extend(let duration): "extend:\(duration.attoseconds)"
    case .correct(let metres): "correct:\(metres)"
    case .start, .stop, .toggle: nil
    }
  }

  private static func entry(_ text: Substring) -> Entry? {
    let (word, value) = (text.prefix { $0 != ":" }, text.drop { $0 != ":" }.dropFirst())
    switch word {
    case "measured": return metres(value).map { .measured($0) }
    case "end-", "end-time", "end-distance":
      let metres = metres(value)
      return metres != nil || value.isEmpty ? .ended(metres, Lap.Ending(rawValue: String(word.dropFirst(4)))) : nil
    case "remeasured":
      let fields = value.split(separator: ":", omittingEmptySubsequences: false)
      let values = fields.dropFirst().compactMap(metres)
      guard fields.count == 4, values.count == 3, let elapsed = duration(fields[0]) else { return nil }
      return .remeasured(RemeasuredDistance(elapsed: elapsed, from: values[0], counted: values[1], to: values[2]))
    case "skipped": return duration(value).map { .skipped(until: $0) }
    default: return command(word, value).map { .command($0) }
    }
  }

  private static func metres(_ text: Substring) -> Double? {
    Double(text).flatMap { 0...Tally.maxMetres ~= $0 ? $0 : nil }
  }

  private static func command(_ word: Substring, _ value: Substring) -> Command? {
    switch word {
    case "pause": return .pause(.user)
    case "sleep": return .pause(.sleep)
    case "restart": return .pause(.restart)
    case "lock": return .pause(.lock)
    case "resume": return .resume
    case "next": return .next(out: false)
    case "out": return .next(out: true)
    case "back": return .previous
    case "extend": return duration(value).map { .extend(by: $0) }
    case "correct": return metres(value).map { .correct(metres: $0) }
    default: return nil
    }
  }
}
