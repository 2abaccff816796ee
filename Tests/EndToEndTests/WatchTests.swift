import ControlInterface
import TestSupport
import TestTraits
import Testing

/// Tests of `intervalctl watch`: its output during a restart of the daemon, and its wake-ups.
@Suite(.serialized, .hangLimit) struct WatchTests {
  @Test(arguments: ["", "--json"])
  func `watch in a pipe survives the daemon and shows the state of the next daemon`(option: String) async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop)
      _ = try await first.connect().start(plan: "lead-in off\n600s run, 60s walk")
      let watch = try await Self.watch("watch \(option)", on: desktop)
      _ = try await watch.output.first("the first state") {
        $0.contains(option.isEmpty ? "Run 10 min, " : #""event":"state""#)
      }
      try await first.process.killAndWait()
      if option.isEmpty {
        _ = try await watch.output.first("the line about the missing daemon") {
          $0 == "         lost the connection to intervald; waiting"
        }
      }
      let mark = watch.output.count
      _ = try await DaemonProcess.start(on: desktop)
      if option.isEmpty {
        _ = try await watch.output.first("the line about the new daemon", from: mark) {
          $0 == "         intervald is back"
        }
        _ = try await watch.output.first("the state of the new daemon", from: mark) { $0.contains("Run 10 min, ") }
      } else {
        _ = try await watch.output.first("the state of the new daemon", from: mark) { $0.contains(#""event":"state""#) }
      }
    }
  }

  @Test func `watch on a terminal reports the missing daemon, and follows the next daemon`() async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop)
      _ = try await first.connect().start(plan: "lead-in off\n600s run, 60s walk")
      let watch = try await Self.watch("script", on: desktop)
      _ = try await watch.output.first("the first frame") { $0.contains("Run 10 min") }
      try await first.process.killAndWait()
      _ = try await watch.output.first("the line about the missing daemon") {
        $0.contains(/lost the connection to intervald; waiting, \d+:\d\d/)
      }
      let mark = watch.output.count
      let next = try await DaemonProcess.start(on: desktop)
      _ = try await watch.output.first("a frame from the new daemon", from: mark) { $0.contains("Next: ") }
      _ = try await next.connect().pause()
      _ = try await watch.output.first("the paused frame", from: mark) { $0.contains("Paused:") }
    }
  }

  @Test func `watch on a terminal draws once a second and is not woken between frames`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      _ = try await daemon.connect().start(plan: "lead-in off\n600s run, 60s walk")
      let watch = try await Self.watch("script", on: desktop)
      _ = try await watch.output.first("the first frame") { $0.contains("Run 10 min") }
      let identifier = try #require(Int32(watch.output.elements[0].filter(\.isNumber)))
      let figures = ProcessFigures(identifier: identifier)
      // After two more frames, the program has started completely, so the count excludes the wake-ups of the start.
      for frame in ["the next frame", "the frame after it"] {
        _ = try await watch.output.first(frame, from: watch.output.count) { $0 == Self.frameStart }
      }
      let (before, frames) = (try figures.wakeUps(), Self.frameCount(watch))
      // The frames and wake-ups during this sleep are counted.
      let time = try await ContinuousClock().measure { try await Task.sleep(for: .seconds(6)) }
      let drawn = Self.frameCount(watch) - frames
      let woken = try figures.wakeUps().reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
      let seconds = Int(time / .seconds(1)) + 2
      #expect((1...seconds).contains(drawn))
      // Each frame may wake three threads: the threads of the timer, of the tick and of the drawing.
      #expect(woken <= 3 * seconds + 6)
      print("drawn \(drawn) times and woken \(woken) times in \(time)")
    }
  }

  private static func frameCount(_ watch: TestProcess) -> Int {
    watch.output.elements.count { $0 == frameStart }
  }

  /// The escape sequence that begins each frame, without its escape character.
  private static let frameStart = "[?2026h"

  /// Starts `intervalctl` with the arguments in `command`.
  ///
  /// If `command` is `script`, script(1) starts `intervalctl watch` on a terminal that receives no input. Each ESC in
  /// the output is replaced by a line end.
  private static func watch(_ command: String, on desktop: Desktop) async throws -> TestProcess {
    let program = try BuiltProgram.path(of: "intervalctl")
    let onTerminal = "script -qec 'stty columns 80 rows 24; echo $$; exec \(program) watch' /dev/null"
    let line =
      command == "script"
      ? "tail -f /dev/null | \(onTerminal) | stdbuf -oL tr '\\033' '\\n'" : "exec \(program) \(command)"
    return try await desktop.processes.start("/bin/sh", ["-c", line], environment: desktop.environment)
  }
}
