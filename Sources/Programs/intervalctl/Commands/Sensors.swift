import ArgumentParser
import ControlInterface
import PlanNotation
import TerminalUI
import Text
import UserFiles
import WorkoutModel
import WorkoutReports
import WorkoutViews

struct Sensors: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensors",
    abstract: "Find, pair and test Bluetooth sensors.",
    usage: """
      intervalctl sensors [--search <time>] [--json]
      intervalctl sensors {pair | forget | test} <name> [--json]
      """,
    discussion: """
      Searches for foot pods, treadmills and heart-rate sensors, and lists them with the paired sensors. intervald only \
      reads the values of a sensor: it never controls a treadmill. Examples:

        intervalctl sensors
        intervalctl sensors pair Stryd
        intervalctl sensors test Stryd
      """,
    subcommands: [SensorsPair.self, SensorsForget.self, SensorsTest.self])

  @Option(help: ArgumentHelp("Time of the search, at most 30s (default: 8s).", valueName: "time"))
  var search: String?

  @Flag(help: "Print each sensor as one line of JSON.")
  var json = false

  private static let maxSearch = Duration.seconds(30)

  func run() async throws {
    let time = try RunValues.read(search, of: "--search", readDuration)
    if let search, let time, time > Self.maxSearch { throw Failure.longSearch(search) }
    let console = Console.standard
    let client = try await console.connect(timeout: WorkoutClient.sensorTimeout)
    let sensors = try await console.waiting(for: "sensors nearby") {
      try await client.sensors(searchMilliseconds: time?.inMilliseconds)
    }
    guard !json else { return try sensors.forEach(console.output.writeJSON) }
    guard !sensors.isEmpty else {
      try console.messages.writeNotes(["no sensor is nearby or paired"])
      return try console.messages.writeHints(Failure.silenceHints)
    }
    try console.output.writeLines(
      SensorTable(sensors).lines(console.output.style, width: console.output.widthIfTerminal))
    let next = sensors.first { !$0.paired }.map { "pair a sensor with: intervalctl sensors pair \($0.name.shellWord)" }
    try console.messages.writeHints(([next] + console.settingHints(for: sensors.filter(\.paired))).compactMap(\.self))
  }

  /// Throws a failure if an option that applies only to the list is given with a subcommand.
  func requirePlain(with subcommand: String) throws(Failure) {
    guard search == nil else { throw .searchOption(with: subcommand) }
  }
}

/// The name of a sensor, and the form of the answer.
struct SensorOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("Name or address of the sensor.", valueName: "name"), completion: .list([]))
  var name: String

  @OptionGroup var answer: JSONOptions

  /// Uses the sensor, and prints the answer of the daemon as JSON or with a word before the name of the sensor.
  ///
  /// The parser may assign `--json` to the parent command.
  fileprivate func run(
    _ word: String, json: Bool, _ call: @Sendable (WorkoutClient) async throws -> Report.Sensor
  ) async throws {
    let console = Console.standard
    let client = try await console.connect(timeout: WorkoutClient.sensorTimeout)
    let sensor = try await console.waiting(for: "the sensor") { try await call(client) }
    guard !json, !answer.json else { return try console.output.writeJSON(sensor) }
    try console.output.writeLine("\(word) \(sensor.name.safeForTerminal) (\(sensor.kinds.safeForTerminal))")
    if sensor.paired { try console.messages.writeHints(console.settingHints(for: [sensor])) }
  }
}

struct SensorsPair: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair",
    abstract: "Pair a sensor.",
    discussion: """
      The sensor must be awake and nearby. Workouts use paired sensors if the settings contain distance-from or \
      heart-rate. Example:

        intervalctl sensors pair Stryd
      """)

  @ParentCommand var sensors: Sensors
  @OptionGroup var options: SensorOptions

  func run() async throws {
    try sensors.requirePlain(with: "pair")
    try await options.run("Paired", json: sensors.json) { [name = options.name] in try await $0.pairSensor(name) }
  }
}

struct SensorsForget: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Remove the pairing of a sensor.",
    discussion: """
      Workouts no longer use the sensor. Example:

        intervalctl sensors forget Stryd
      """)

  @ParentCommand var sensors: Sensors
  @OptionGroup var options: SensorOptions

  func run() async throws {
    try sensors.requirePlain(with: "forget")
    try await options.run("Removed the pairing of", json: sensors.json) { [name = options.name] in
      try await $0.forgetSensor(name)
    }
  }
}

extension Console {
  /// The hint that names the settings with which workouts use the sensors; empty if the settings contain them.
  fileprivate func settingHints(for sensors: [Report.Sensor]) -> [String] {
    guard let settings = try? Library(environment: environment).settings() else { return [] }
    let measures = Set(sensors.flatMap(\.measures))
    var lines: [String] = []
    if settings.measuredDistanceSource == nil, let source = ["foot-pod", "treadmill"].first(where: measures.contains) {
      lines.append("'distance-from \(source)'")
    }
    if !settings.usesHeartRate, measures.contains("heart-rate") { lines.append("'heart-rate on'") }
    guard !lines.isEmpty else { return [] }
    let path = "\(XDGFolders(environment: environment).configHome)/intervald/intervald.conf"
    return ["to use it in workouts, add \(lines.joined(separator: " and ")) to \(path), then: intervalctl reload"]
  }
}
