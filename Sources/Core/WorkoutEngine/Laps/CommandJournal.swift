import WorkoutModel

/// The commands that have changed a workout, each with its time since the start of the workout.
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

  mutating func append(_ command: Command, at time: Duration) {
    guard rawValue != Self.incomplete, let word = Self.word(command) else { return }
    let entry = "\(word)@\(time.attoseconds)"
    let separator = rawValue.isEmpty ? "" : " "
    let fits = rawValue.utf8.count + entry.utf8.count < Self.maxBytes
    rawValue = fits ? rawValue + separator + entry : Self.incomplete
  }

  /// The commands in order; nil if the journal is incomplete or was damaged.
  var commands: [(command: Command, time: Duration)]? {
    guard rawValue.utf8.count <= Self.maxBytes else { return nil }
    var commands: [(command: Command, time: Duration)] = []
    for entry in rawValue.split(separator: " ") {
      let fields = entry.split(separator: "@", omittingEmptySubsequences: false)
      guard fields.count == 2, let command = Self.command(fields[0]), let time = Self.duration(fields[1]),
        commands.last?.time ?? .zero <= time
      else { return nil }
      commands.append((command, time))
    }
    return commands
  }

  /// Reads a time or a duration of less than 36 years, so that sums cannot overflow.
  private static func duration(_ text: Substring) -> Duration? {
    guard let number = Int128(text) else { return nil }
    let duration = Duration(attoseconds: number)
    return .zero - .maxPossible ... .maxPossible ~= duration ? duration : nil
  }

  private static func word(_ command: Command) -> String? {
    switch command {
    case .pause(.user): "pause"
    case .pause(.sleep): "sleep"
    case .pause(.restart): "restart"
    case .resume: "resume"
    case .next(out: false): "next"
    case .next(out: true): "out"
    case .previous: "back"
    case .extend(let duration): "extend:\(duration.attoseconds)"
    case .correct(let metres): "correct:\(metres)"
    case .start, .stop, .toggle: nil
    }
  }

  private static func command(_ text: Substring) -> Command? {
    let (word, value) = (text.prefix { $0 != ":" }, text.drop { $0 != ":" }.dropFirst())
    switch word {
    case "pause": return .pause(.user)
    case "sleep": return .pause(.sleep)
    case "restart": return .pause(.restart)
    case "resume": return .resume
    case "next": return .next(out: false)
    case "out": return .next(out: true)
    case "back": return .previous
    case "extend": return duration(value).map { .extend(by: $0) }
    case "correct": return Double(value).flatMap { 0...Tally.maxMetres ~= $0 ? .correct(metres: $0) : nil }
    default: return nil
    }
  }
}
