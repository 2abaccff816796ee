import ArgumentParser
import ControlInterface
import Dates
import Glibc
import JSON
import TerminalUI
import Text
import UserFiles
import Varlink
import WorkoutEngine
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// The environment and the output streams of the program.
struct Console: Sendable {
  let environment: [String: String]
  /// Standard output, for results.
  let output: TextStream
  /// Standard error, for messages.
  let messages: TextStream

  static let standard = Console(environment: .ofProcess)

  private init(environment: [String: String]) {
    self.init(
      environment: environment, output: TextStream(descriptor: STDOUT_FILENO, environment: environment),
      messages: TextStream(descriptor: STDERR_FILENO, environment: environment))
  }

  private init(environment: [String: String], output: TextStream, messages: TextStream) {
    (self.environment, self.output, self.messages) = (environment, output, messages)
  }

  /// Asks the terminal for its background, and adapts the colours of both streams to this background.
  ///
  /// Only a command that reads keys may ask, because a late reply would otherwise be typed into the shell.
  ///
  /// - Returns: the console, and the bytes that the user has typed during the wait.
  func askingForBackground() -> (console: Console, typed: [UInt8]) {
    guard let terminal = [output, messages].first(where: \.canRedraw) else { return (self, []) }
    let (stream, typed) = terminal.askingForBackground(input: STDIN_FILENO, environment: environment)
    let background = stream.style.background
    let console = Console(
      environment: environment, output: output.with(output.style.on(background)),
      messages: messages.with(messages.style.on(background)))
    return (console, typed)
  }

  /// Whether the user can be asked a question.
  var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(messages.descriptor) == 1 }

  /// Connects to the daemon; each answer of the daemon must arrive within the timeout.
  ///
  /// If the daemon is restarting, waits until the next process starts, but at most for the limit.
  ///
  /// - Throws: `XDGFolders.RuntimeError` if the path of the socket is unknown; `TransportError` if no daemon is
  ///   running.
  func connect(
    timeout: Duration = Client.timeout, restartingWithin limit: Duration = WorkoutClient.restartLimit
  ) async throws -> WorkoutClient {
    try await WorkoutClient.connect(
      to: ControlSocket(environment: environment), timeout: timeout, restartingWithin: limit,
      isRestarting: UnitStates.isRestarting(within: limit, environment: environment))
  }

  /// Sends a command to the daemon, and prints the resulting status.
  func answer(json: Bool, _ call: (WorkoutClient) async throws -> Report.Status) async throws {
    let client = try await connect()
    guard !json else { return try output.writeJSON(try await call(client)) }
    let before = try await client.status()
    let status = try await call(client)
    guard status.phase == .idle else {
      return try output.writeLine(StatusWords(status, clock: TimeOfDay.init(fromNow:)).sentence)
    }
    // If no workout is in progress after the command, the command ended the last interval.
    try output.writeLine("Finished: that was the last interval.")
    // The daemon answers after it has recorded the workout.
    let history = try? Library(environment: environment).history()
    if let id = before.workoutId, let index = try? history?.index(of: id) {
      if let words = try history?.recordedSummary(at: index).nextSessionWords { try output.writeLine(words) }
    } else if before.elapsedMs < Outcome.minElapsed.inMilliseconds {
      try output.writeLine("\(Outcome.tooShortWords.capitalizedFirst).")
    }
  }
}

extension TextStream {
  /// Writes a result: a line of JSON, or lines of text that fit the terminal.
  func write(_ json: JSONValue, or lines: (Style, Int?) -> [String], asJSON: Bool) throws(OutputError) {
    if asJSON { try writeLine(json) } else { try writeLines(lines(style, widthIfTerminal)) }
  }

  /// Writes a value on its own line.
  func writeLine(_ value: JSONValue) throws(OutputError) { try write(value.text + [UInt8(ascii: "\n")]) }

  /// Writes a value of the control interface as one line of JSON, with null for unknown values.
  func writeJSON(_ value: some Encodable) throws {
    try writeLine(JSONValue(encoding: value, includingNulls: true))
  }
}

extension JSONValue {
  /// Converts a value; nil becomes null.
  init<Value>(_ value: Value?, _ make: (Value) -> JSONValue) {
    self = value.map(make) ?? .null
  }
}

/// The option to print an answer as JSON.
struct JSONOptions: ParsableArguments {
  @Flag(help: "Print one line of JSON.")
  var json = false
}

/// The options for the form and the units of results.
struct ViewOptions: ParsableArguments {
  @Flag(help: "Print one line of JSON: milliseconds, metres, metres per second.")
  var json = false

  @Option(
    name: .long, help: ArgumentHelp("Unit of distances: mi or km (default: as typed).", valueName: "unit"),
    completion: Completion.distanceUnits)
  var distanceUnits: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Unit of paces: min/mi, min/km, mph or kph (default: as typed).", valueName: "unit"),
    completion: Completion.paceUnits)
  var paceUnits: String?

  /// The units of results; `entered` are the units of the values on the command line.
  func units(
    entered: UnitPreference = UnitPreference(), settings: Settings, inLocaleOf environment: [String: String]
  ) throws(Failure) -> DisplayUnits {
    settings.units(asked: try asked(), entered: entered, inLocaleOf: environment)
  }

  /// The units that the options request.
  func asked() throws(Failure) -> UnitPreference {
    var asked = UnitPreference()
    if let distanceUnits {
      asked.distance =
        try Settings(option: "--distance-units", distanceUnits, prefix: "distance-units ").distanceUnits
    }
    if let paceUnits {
      asked.pace = try Settings(option: "--pace-units", paceUnits, prefix: "pace-units ").paceUnits
    }
    return asked
  }
}
