import ControlInterface
import TestSupport
import TestTraits
import Testing

/// The volume of music if the daemon or the sound server fails while words are spoken.
@Suite(.fault, .serialized, .hangLimit) struct DuckingFaultTests {
  @Test(arguments: SoundServer.Kind.installed)
  func `a daemon that is killed while words are spoken restores the volume of music at its next start`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with { desktop in
      let (music, daemon, _) = try await begin(kind, on: desktop)
      try await music.wait(for: Music.lowered)
      try await daemon.process.killAndWait()
      #expect(try await music.has(Music.lowered))
      _ = try await DaemonProcess.start(on: desktop)
      try await music.wait(for: Music.full)
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `a server that hangs when the words end restores the volume of music when it continues`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with { desktop in
      let (music, daemon, server) = try await begin(kind, on: desktop)
      try await music.wait(for: Music.lowered)
      server.hang()
      // The stop ends the words, and restores the volume.
      _ = try await daemon.connect().stop()
      #expect(try await daemon.intervalctl("status").status == 0)
      server.resume()
      try await music.wait(for: Music.full)
      try await daemon.process.killAndWait()
      _ = try await DaemonProcess.start(on: desktop)
      #expect(try await music.has(Music.full))
    }
  }

  /// Starts music, and a workout with spoken words that take some seconds.
  private func begin(
    _ kind: SoundServer.Kind, on desktop: Desktop
  ) async throws -> (Music, DaemonProcess, SoundServer) {
    let server = try await SoundServer.start(kind, on: desktop)
    _ = try await SpeechServer.start(on: desktop)
    let music = try await Music.start(on: desktop)
    try desktop.folder.write(
      "notify off\nsound off\nvoice-rate 0\ncue start voice\n", to: "config/intervald/intervald.conf")
    let daemon = try await DaemonProcess.start(on: desktop)
    let label = (1...20).map { "number \($0)" }.joined(separator: " ")
    _ = try await daemon.connect().start(plan: "lead-in off\n10m run \"\(label)\"")
    return (music, daemon, server)
  }
}
