import FoundationEssentials
import Glibc

/// A real sound server on a test's desktop, with one null output that is the default.
package struct SoundServer: Sendable {
  package let process: TestProcess
  /// The program whose log contains the states of outputs: PulseAudio itself, or the daemon of PipeWire.
  private let stateLog: TestProcess

  /// The implementation of the sound server.
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case pulseAudio
    /// PipeWire with its PulseAudio server and the session manager WirePlumber.
    case pipeWire

    /// The implementations that the tests use: PulseAudio, and PipeWire if it is installed.
    package static let installed = allCases.filter { $0 == .pulseAudio || hasPipeWire }

    package static let hasPipeWire = ["pipewire-pulse", "wireplumber"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }
  }

  /// Path of the socket in the desktop's folder.
  package static let socket = "run/pulse/native"

  /// Starts a server at the socket that clients use by default, and returns when the server accepts sounds.
  package static func start(_ kind: Kind = .pulseAudio, on desktop: Desktop) async throws -> SoundServer {
    switch kind {
    case .pulseAudio: try await startPulseAudio(on: desktop)
    case .pipeWire: try await startPipeWire(on: desktop)
    }
  }

  private static func startPulseAudio(on desktop: Desktop) async throws -> SoundServer {
    let process = try await desktop.processes.start(
      "pulseaudio",
      [
        "-n", "--exit-idle-time=-1", "--daemonize=no", "--use-pid-file=no", "--log-target=stderr", "-vv",
        "--log-time=1",
        "-L", "module-stream-restore", "-L", "module-null-sink sink_name=null", "-L", "module-native-protocol-unix",
      ], environment: desktop.environment)
    _ = try await process.errors.first("the sound server") { $0.contains("Daemon startup complete") }
    return SoundServer(process: process, stateLog: process)
  }

  /// Starts PipeWire; without the session manager, no stream is connected to an output.
  package static func startPipeWire(
    on desktop: Desktop, hasSessionManager: Bool = true
  ) async throws -> SoundServer {
    var environment = desktop.environment
    // At this level, the log has a line for each new state of an output.
    environment["PIPEWIRE_DEBUG"] = "pw.node:3"
    let daemon = try await desktop.processes.start("pipewire", environment: environment)
    try await desktop.run("sh", ["-c", "until [ -S $XDG_RUNTIME_DIR/pipewire-0 ]; do sleep 0.1; done"])
    if hasSessionManager { _ = try await desktop.processes.start("wireplumber", environment: desktop.environment) }
    return try await startPipeWirePulse(on: desktop, of: daemon, hasOutput: hasSessionManager)
  }

  /// Starts the PulseAudio server of PipeWire, with a null output.
  private static func startPipeWirePulse(
    on desktop: Desktop, of daemon: TestProcess, hasOutput: Bool = true
  ) async throws -> SoundServer {
    var environment = desktop.environment
    // At this level, the log has a line for the beginning and the end of each cached sound.
    environment["PIPEWIRE_DEBUG"] = "mod.protocol-pulse:3"
    let process = try await desktop.processes.start("pipewire-pulse", environment: environment)
    try await desktop.run("sh", ["-c", "until pactl info; do sleep 0.1; done"])
    if hasOutput {
      try await desktop.run("pactl", ["load-module", "module-null-sink", "sink_name=null"])
      let choose = "until [ \"$(pactl get-default-sink)\" = null ]; do pactl set-default-sink null; sleep 0.1; done"
      try await desktop.run("sh", ["-c", choose])
    }
    return SoundServer(process: process, stateLog: daemon)
  }

  /// Starts the server again after it was killed; the daemon of PipeWire continues to run.
  package func restart(_ kind: Kind, on desktop: Desktop) async throws -> SoundServer {
    switch kind {
    case .pulseAudio: try await Self.startPulseAudio(on: desktop)
    case .pipeWire: try await Self.startPipeWirePulse(on: desktop, of: stateLog)
    }
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
      $0.contains("Freeing input") && $0.contains("\"\(eventID)\"") || $0.hasSuffix(" destroy \(eventID)")
    }
  }

  /// Records the left channel of the output as 16-bit samples at 44.1 kHz, until the server ends.
  ///
  /// The channels are not mixed, because PipeWire makes the sum of two equal channels 3 dB louder than one.
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
        parec --device=null.monitor --latency-msec=5 --format=s16le --rate=44100 \
            --channels=1 --channel-map=front-left --no-remix |
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
    // PulseAudio prints the properties of a sound, and PipeWire the name of a cached sound.
    (line.firstMatch(of: /event\.id = "([^"]*)"/) ?? line.firstMatch(of: /PLAY_SAMPLE .* name:(.*)/))
      .map { String($0.1) }
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

/// The times at which the output is suspended and resumed, from the server's log.
extension SoundServer {
  /// Number of lines so far in the log of states, for a search that begins after these lines.
  package var stateMark: Int { stateLog.errors.count }

  /// Waits until the output is suspended.
  package func suspension(from mark: Int = 0) async throws {
    _ = try await stateLog.errors.first("the suspension of the output", from: mark) { line in
      Self.state(in: line) == "suspended"
    }
  }

  /// Waits for a sound, and returns how long before the sound the output was resumed.
  ///
  /// Nil if the output was suspended when the sound began. Both times are in the logs, so they do not depend on the
  /// load of the machine.
  package func lead(of eventID: String) async throws -> Duration? {
    let line = try await process.errors.first("the sound \(eventID)") { Self.eventID(in: $0) == eventID }
    let begin = try Self.time(of: line)
    var resumed: Duration?
    // The log of states may be read later than the log of sounds; the sound ends the search.
    _ = try await stateLog.errors.first("the state after the sound") { line in
      Self.state(in: line) != nil && (try? Self.time(of: line)).map { $0 > begin } == true
    }
    for line in stateLog.errors.elements {
      guard let state = Self.state(in: line), try Self.time(of: line) <= begin else { continue }
      if state == "suspended" { resumed = nil } else { resumed = try resumed ?? Self.time(of: line) }
    }
    return resumed.map { begin - $0 }
  }

  /// Returns the new state of the null output in a line of the log; nil if the line contains no state.
  private static func state(in line: String) -> String? {
    let state = line.firstMatch(of: /sink\.c: null: state: \w+ -> (\w+)|\(null-\d+\) \w+ -> (\w+)/)
    return (state?.1 ?? state?.2)?.lowercased()
  }

  /// Returns the time of a line of the log, since an origin that is the same for all lines.
  ///
  /// PipeWire 1.4 prints the time of day, which begins again at midnight. Older versions print seconds.
  private static func time(of line: String) throws -> Duration {
    let time = line.firstMatch(of: /^\( *([0-9.]+)\||^\[\w\]\[(?:(\d+):(\d+):)?([0-9.]+)\]/)
    let numbers = time.map { [$0.2, $0.3, $0.1 ?? $0.4].compactMap { $0.flatMap { Double($0) } } } ?? []
    guard !numbers.isEmpty else { throw TimedOut(what: "the time of \(line)", limit: .zero) }
    return .seconds(numbers.reduce(0) { $0 * 60 + $1 })
  }
}
