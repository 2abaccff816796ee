import ArgumentParser
import Concurrency
import ControlInterface
import Glibc
import Synchronization
import TerminalUI
import Text
import WorkoutModel
import WorkoutReports
import WorkoutViews

struct SensorsTest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Show the values of a sensor.",
    discussion: """
      Shows the values of a sensor, paired or not, once a second. The test ends a minute after the first values, or \
      with Ctrl-C. Example:

        intervalctl sensors test Stryd
      """)

  @ParentCommand var sensors: Sensors
  @OptionGroup var options: SensorOptions

  /// The duration of a test.
  private static let duration = Duration.seconds(60)

  func run() async throws {
    try sensors.requirePlain(with: "test")
    let console = Console.standard
    let (name, json) = (options.name, options.answer.json || sensors.json)
    let client = try await console.connect(timeout: Self.duration * 2)
    let settings = (try? Library(environment: console.environment).settings()) ?? Settings()
    let report = SensorTestReport(units: settings.units(inLocaleOf: console.environment))
    let signals = await TerminalSignal.received(restoring: nil, of: STDIN_FILENO)
    try console.messages.writeNotes(["connecting to \(name); Ctrl-C ends the test"])
    let end = await withTaskGroup(of: (any Error)?.self) { group in
      group.addTask {
        do {
          try await client.testSensor(name) { values in
            let line = report.line(adding: values)
            if json { try console.output.writeJSON(values) } else if let line { try console.output.writeLine(line) }
          }
          return nil
        } catch {
          return error
        }
      }
      group.addTask {
        await Self.duration.elapse()
        // The time until the sensor has connected is not part of the test.
        if let left = report.timeLeft(of: Self.duration) { await left.elapse() }
        return nil
      }
      group.addTask {
        for await signal in signals where signal.isEnding { break }
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    let summary = report.summary
    try console.messages.writeNotes(summary)
    if let end { throw end }
    if summary.isEmpty { throw Failure.silentSensor(name) }
  }
}

/// The values that the tasks of a test share.
private final class SensorTestReport: Sendable {
  private let readings: Mutex<SensorReadings>
  private let began = Mutex<ContinuousClock.Instant?>(nil)

  init(units: DisplayUnits) {
    readings = Mutex(SensorReadings(units: units))
  }

  func line(adding values: Report.SensorValues) -> String? {
    began.withLock { $0 = $0 ?? .now }
    return readings.withLock { $0.line(adding: values, at: .now) }
  }

  /// The time until the end of a test that began with the first values; nil without values.
  func timeLeft(of duration: Duration) -> Duration? {
    began.withLock { $0 }.map { max(.zero, ContinuousClock.now.duration(to: $0 + duration)) }
  }

  var summary: [String] { readings.withLock { $0.summary } }
}
