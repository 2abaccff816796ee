import Glibc

/// A real sound server on a test's desktop, with one output that leads nowhere: PulseAudio.
package struct SoundServer: Sendable {
  package let process: TestProcess

  /// Starts the server, and returns when it takes sounds; its socket is the environment's `PULSE_SERVER`.
  package static func start(on desktop: Desktop) async throws -> SoundServer {
    let process = try await desktop.processes.start(
      "pulseaudio",
      [
        "-n", "--exit-idle-time=-1", "--daemonize=no", "--use-pid-file=no", "--log-target=stderr", "-v",
        "-L", "module-null-sink sink_name=null", "-L", "module-native-protocol-unix",
      ], environment: desktop.environment)
    _ = try await process.errors.first("the sound server") { $0.contains("Daemon startup complete") }
    return SoundServer(process: process)
  }

  /// Waits until a sound with this event id has begun.
  package func sound(_ eventID: String, from mark: Int = 0) async throws {
    _ = try await process.errors.first("the sound \(eventID)", from: mark) { Self.eventID(in: $0) == eventID }
  }

  /// The event ids of all sounds so far, in order.
  package var sounds: [String] {
    process.errors.elements.compactMap(Self.eventID(in:))
  }

  /// The event id in a line of the log, if it tells of one.
  private static func eventID(in line: String) -> String? {
    line.firstMatch(of: /event\.id = "([^"]*)"/).map { String($0.1) }
  }

  /// How many lines it has logged so far: a place to search from.
  package var mark: Int { process.errors.count }

  /// Makes it hang: SIGSTOP.
  package func hang() {
    process.send(SIGSTOP)
  }

  /// Ends its hanging: SIGCONT.
  package func goOn() {
    process.send(SIGCONT)
  }
}
