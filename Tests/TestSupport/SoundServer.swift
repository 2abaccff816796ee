import Glibc

/// A real sound server on a test's desktop, with one null output: PulseAudio.
package struct SoundServer: Sendable {
  package let process: TestProcess

  /// Path of the socket in the desktop's folder.
  package static let socket = "run/pulse/native"

  /// Starts the server at the socket in `PULSE_SERVER`, and returns when the server accepts sounds.
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

  /// Waits until a sound with this event ID has begun.
  package func sound(
    _ eventID: String, from mark: Int = 0, within limit: Duration = generousLimit
  ) async throws {
    _ = try await process.errors.first("the sound \(eventID)", from: mark, within: limit) {
      Self.eventID(in: $0) == eventID
    }
  }

  /// Waits until a sound with this event ID has ended.
  package func end(of eventID: String, from mark: Int = 0) async throws {
    _ = try await process.errors.first("the end of \(eventID)", from: mark) {
      $0.contains("Freeing input") && $0.contains("\"\(eventID)\"")
    }
  }

  /// Records the output as 16-bit samples of one channel at 44.1 kHz, until the server ends.
  ///
  /// Returns after the first second of the recording. At the beginning of a recording, the server may have played up to
  /// two seconds ahead of real time. Until the server has corrected this lead, the times of sounds in the recording are
  /// wrong.
  package func record(on desktop: Desktop, to path: String) async throws -> TestProcess {
    let recorder = try await desktop.processes.start(
      "sh",
      [
        "-c",
        """
        parec --device=null.monitor --latency-msec=5 --format=s16le --rate=44100 --channels=1 |
          { dd bs=88200 count=1 iflag=fullblock status=none; echo recording >&2; cat; } > "$1"
        """, "sh", path,
      ], environment: desktop.environment)
    _ = try await recorder.errors.first("the recording") { $0 == "recording" }
    return recorder
  }

  /// Event IDs of all sounds so far, in order.
  package var sounds: [String] {
    process.errors.elements.compactMap(Self.eventID(in:))
  }

  /// Returns the event ID in a line of the log; nil if the line has no event ID.
  private static func eventID(in line: String) -> String? {
    line.firstMatch(of: /event\.id = "([^"]*)"/).map { String($0.1) }
  }

  /// Number of log lines so far, for a search that begins after these lines.
  package var mark: Int { process.errors.count }

  /// Makes the server hang: SIGSTOP.
  package func hang() {
    process.send(SIGSTOP)
  }

  /// Makes the server continue after a hang: SIGCONT.
  package func resume() {
    process.send(SIGCONT)
  }
}
