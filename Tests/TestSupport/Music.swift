/// Music that another program plays on a test's sound server: a tone of 300 Hz, at a level that leaves room for speech.
package struct Music: Sendable {
  package let process: TestProcess
  private let desktop: Desktop

  /// Volumes, where 65536 is 100 %: the full volume, and the volume after a reduction of 12 dB.
  ///
  /// 12 dB is a factor of 10^(-12/60) on the cubic scale of volumes.
  package static let full = 65_536
  package static let lowered = 41_350
  private static let tolerance = 300

  /// Starts the music, and returns when the server has its stream.
  package static func start(role: String? = nil, on desktop: Desktop) async throws -> Music {
    let path = desktop.folder.path(of: "music.wav")
    try await desktop.run(
      "sh",
      ["-c", "[ -e \"$1\" ] || sox -n -r 8000 -b 16 -c 2 \"$1\" synth 120 sine 300 vol 0.1", "sh", path])
    let process = try await desktop.processes.start(
      "paplay", ["--client-name=music"] + (role.map { ["--property=media.role=\($0)"] } ?? []) + [path],
      environment: desktop.environment)
    let music = Music(process: process, desktop: desktop)
    try await desktop.run("sh", ["-c", "until [ -n \"$(\(stream))\" ]; do sleep 0.1; done"])
    return music
  }

  /// Ends the music, and returns when the server has removed its stream.
  package func stop() async throws {
    try await process.killAndWait()
    try await desktop.run("sh", ["-c", "while [ -n \"$(\(Self.stream))\" ]; do sleep 0.1; done"])
  }

  /// The volume of the stream; -1 without a stream.
  package var volume: Int {
    get async throws {
      let lines = try await desktop.run("sh", ["-c", "LANG=C pactl list sink-inputs"])
      var volume = -1
      for line in lines {
        if line.contains("Volume: ") { volume = line.split(separator: " ").compactMap { Int($0) }.first ?? -1 }
        if line.contains("application.name = \"music\"") { return volume }
      }
      return -1
    }
  }

  /// Sets the volume, for example `50%`.
  package func setVolume(_ text: String) async throws {
    try await desktop.run("sh", ["-c", "pactl set-sink-input-volume $(\(Self.stream)) \(text)"])
  }

  /// Waits until the stream has a volume.
  package func wait(for wanted: Int) async throws {
    let events = try await desktop.processes.start("pactl", ["subscribe"], environment: desktop.environment)
    try await withTimeLimit("the volume \(wanted)") {
      var mark = 0
      while try await abs(volume - wanted) > Self.tolerance {
        // Each query is an event of a client. Before the first event, `pactl` may not be subscribed yet.
        guard events.output.count > 0 else { continue }
        _ = try await events.output.first("a change of a stream", from: mark) { $0.contains("on sink-input") }
        mark = events.output.count
      }
    }
    try await events.killAndWait()
  }

  /// Whether the stream has a volume.
  package func has(_ wanted: Int) async throws -> Bool { try await abs(volume - wanted) <= Self.tolerance }

  /// A command that prints the number of the stream.
  private static let stream = """
    LANG=C pactl list sink-inputs |
      awk '/^Sink Input #/ { n = substr($3, 2) } /application.name = "music"/ { print n }' | head -n 1
    """
}
