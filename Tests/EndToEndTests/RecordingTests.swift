import ControlInterface
import TestSupport
import TestTraits
import Testing

/// The sounds of real workouts, recorded from a real sound server.
@Suite(.clocked, .serialized, .hangLimit) struct RecordingTests {
  /// Maximum error of the time between two sounds on an idle machine, in milliseconds.
  ///
  /// The correct time is the time between the deadlines of the two sounds. PipeWire begins a sound at the beginning of
  /// a block of samples, by default of 1024 samples at 48 kHz, which is 21 ms.
  private static func tolerance(on server: SoundServer.Kind) -> Int { server == .pipeWire ? 20 + 22 : 20 }
  /// Maximum number of recordings.
  ///
  /// A short stall of the machine spoils one recording, but a bug spoils all of them.
  private static let maxAttempts = 3

  private static let workouts = [
    (
      plan: "lead-in 4s\n2x(2s run, 2s walk), 2s rest, 2s run",
      schedule: [
        "countdown@-3", "countdown@-2", "countdown@-1", "run@0", "countdown@1", "walk@2", "countdown@3", "last@4",
        "countdown@5", "walk@6", "countdown@7", "rest@8", "countdown@9", "last@10", "countdown@11", "finish@12",
      ]
    ),
    (
      plan: "lead-in off\ncountdown off\n6x(1s run)",
      schedule: ["run@0", "run@1", "run@2", "run@3", "run@4", "last@5", "finish@6"]
    ),
  ]

  @Test(arguments: SoundServer.Kind.installed, workouts)
  func `every cue, including the first, is heard at its deadline`(
    server: SoundServer.Kind, workout: (plan: String, schedule: [String])
  ) async throws {
    print("\(server.rawValue): \(workout.plan.split(separator: "\n").joined(separator: ", "))")
    var analysis: Invocation?
    for _ in 0..<Self.maxAttempts where analysis?.status != 0 {
      analysis = try await analyse(workout.plan, workout.schedule, on: server)
      print(analysis?.output ?? "")
    }
    #expect(analysis?.status == 0, "\(analysis?.output ?? "")\(analysis?.errors ?? "")")
  }

  /// Records the workout, and runs beats.py, which compares the sounds with the schedule.
  private func analyse(
    _ plan: String, _ schedule: [String], on kind: SoundServer.Kind
  ) async throws -> Invocation {
    try await Desktop.with { desktop in
      let server = try await SoundServer.start(kind, on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let path = desktop.folder.path(of: "recording")
      let recorder = try await server.record(on: desktop, to: path)
      let delay = WakeUpDelay()
      _ = try await daemon.connect().start(plan: plan)
      try await server.end(of: "intervald.finish.100")
      // The recorder stops when the server ends. The file is complete when the recorder has exited.
      try await server.process.killAndWait()
      try await recorder.end()
      let sounds = "\(packageRoot)/share/sounds/intervald/stereo"
      let tolerance = Self.tolerance(on: kind) + Int(delay.allowance / .milliseconds(1))
      return try await Invocation.run(
        "python3", ["\(packageRoot)/Tests/foreign/beats.py", path, sounds, "\(tolerance)"] + schedule)
    }
  }
}
