import AudioOutput
import Concurrency
import ControlInterface
import Desktop
import FoundationEssentials
import LogHandlers
import Logging
import Power
import SystemPackage
import TestSupport
import Testing
import UserFiles
import WorkoutEngine
import WorkoutHistory
import WorkoutReports

@testable import DaemonRuntime

/// Tests that outputs log the events of their ports, and pass the user's commands to the runner.
@Suite struct PortEventTests {
  private let records = RecordingLogHandler.Records()
  private let fixture = RunnerFixture()

  private static let mediaState = MediaState(trackID: "1", title: "Run")

  private var logger: Logger {
    let records = records
    return Logger(label: "test") { _ in RecordingLogHandler(records) }
  }

  @Test func `each button and media key has its command`() {
    #expect(
      NotificationOutput.Button.allCases.map(\.command) == [.stop, .pause(.user), .resume, .next(out: false)])
    #expect(
      [MediaCommand.play, .pause, .playPause, .next, .previous, .stop].map(\.command) == [
        .resume, .pause(.user), .toggle, .next(out: false), .previous, .stop,
      ])
  }

  @Test(arguments: [
    ("pause", Report.Phase.paused, 1 as Int?), ("skip", .running, 2), ("stop", .idle, nil), ("unknown", .running, 1),
  ])
  func `a button of the notification performs its command`(
    key: String, phase: Report.Phase, number: Int?
  ) async throws {
    try await fixture.start("lead-in off\n30s run, 30s walk")
    let notifier = InMemoryNotifier()
    notifier.press(key)
    await notifier.shutDown(within: generousLimit)
    await NotificationOutput(notifier, iconFiles: .none).handleEvents(runner: fixture.runner, logger: .silent)
    #expect(fixture.runner.status().phase == phase)
    #expect(fixture.runner.status().number == number)
  }

  @Test(arguments: [(MediaCommand.playPause, Report.Phase.paused), (.next, .running), (.stop, .idle)])
  func `a media key performs its command`(key: MediaCommand, phase: Report.Phase) async throws {
    try await fixture.start("lead-in off\n30s run, 30s walk")
    let player = InMemoryMediaPlayer()
    // The player receives keys only while it shows a workout.
    player.show(Self.mediaState)
    player.press(key)
    await player.shutDown(within: generousLimit)
    await MediaPlayerOutput(player, iconFiles: .none).handleEvents(runner: fixture.runner, logger: .silent)
    #expect(fixture.runner.status().phase == phase)
  }

  @Test func `a button or media key without a workout has no effect`() async {
    let (notifier, player) = (InMemoryNotifier(), InMemoryMediaPlayer())
    notifier.press("pause")
    player.show(Self.mediaState)
    player.press(.play)
    await notifier.shutDown(within: generousLimit)
    await player.shutDown(within: generousLimit)
    await NotificationOutput(notifier, iconFiles: .none).handleEvents(runner: fixture.runner, logger: .silent)
    await MediaPlayerOutput(player, iconFiles: .none).handleEvents(runner: fixture.runner, logger: .silent)
    #expect(fixture.output.events.isEmpty)
  }

  @Test func `a suspend proceeds after the workout is saved`() async throws {
    let store = InMemoryStore()
    let fixture = RunnerFixture(store: store)
    try await fixture.start("lead-in off\n30s run, 30s walk")
    fixture.timekeeper.pass(.seconds(10))
    let inhibitor = InMemorySleepInhibitor()
    inhibitor.send(.suspending)
    await inhibitor.shutDown(within: generousLimit)
    await InhibitorOutput(inhibitor, store: store).handleEvents(runner: fixture.runner, logger: .silent)
    #expect(store.savedOnDisk?.clocks == fixture.timekeeper.reading)
    #expect(inhibitor.calls.elements.contains(.allowSuspend))
  }

  @Test func `changes of availability are logged`() async {
    let (notifier, player, speaker) = (InMemoryNotifier(), InMemorySoundPlayer(), InMemorySpeaker())
    let (noServer, noOutput) = (NotificationFailure(.noServer), SoundFailure(.noOutput))
    let noService = SpeechFailure(.noService)
    notifier.change(.unavailable(noServer))
    player.change(.unavailable(noOutput))
    speaker.change(.unavailable(noService))
    await notifier.shutDown(within: generousLimit)
    await player.shutDown(within: generousLimit)
    await speaker.shutDown(within: generousLimit)
    let outputs: [any WorkoutOutput] = [
      NotificationOutput(notifier, iconFiles: .none), CueSoundOutput(player),
      VoiceOutput(speaker, after: player, over: InMemorySoundMixer()),
    ]
    for output in outputs { await output.handleEvents(runner: fixture.runner, logger: logger) }
    let warnings = [
      "Notifications are not shown: \(noServer); the workout continues without them"
        + messageID(of: .notificationsNotShown),
      "Cues are not heard: \(noOutput); the workout continues without sounds" + messageID(of: .cuesNotHeard),
      "Cues are not spoken: \(noService); the workout continues without speech",
    ]
    #expect(records.all.filter { $0.contains(" not ") } == warnings)
    #expect(records.all.contains("The sound output is in memory"))
  }

  @Test func `reports of hooks are logged`() async {
    let hooks = InMemoryHookRunner()
    let call = HookCall(cue: "start", program: "/bin/a")
    hooks.report(.failed(call, .exited(1)))
    hooks.report(.dropped(call))
    hooks.report(.printed(call, line: "hello"))
    await hooks.shutDown(within: generousLimit)
    await HookOutput(hooks, store: InMemoryStore()).handleEvents(runner: fixture.runner, logger: logger)
    #expect(
      records.all == [
        "The hook /bin/a at start failed: \(HookFailure.exited(1))",
        "The hook /bin/a at start is skipped: too many hooks are running", "/bin/a: hello",
      ])
  }

  @Test func `failures to save the state are logged`() async throws {
    let log = StateLog(logger: logger)
    log.log(.failed(SystemError("/h", .noSpace)))
    log.log(.recovered)
    log.log(.lineDropped(.workout(.sample(id: "a"))))
    log.log(.lineDropped(.change(.remove("a", at: .now))))
    log.logRestoreFailure(.version(9), path: "/w", newPath: "/w.unreadable", isAtStart: false)
    try await fixture.start("name \"Hills\"\n30s run")
    let workout = await fixture.runner.shutDown()
    for (isInTime, unsaved) in [
      (true, UnsavedState(hasPosition: false, summaryCount: 2)),
      (true, UnsavedState(hasPosition: true, summaryCount: 0)),
      (false, UnsavedState(hasPosition: true, summaryCount: 0)),
      (false, UnsavedState(hasPosition: true, summaryCount: 1, isInMemory: true)),
    ] {
      log.logUnsavedState(of: workout, isInTime: isInTime, unsaved: unsaved, historyPath: "/h")
    }
    #expect(
      records.all == [
        "/h: No space left on device: the workout and the history are not saved to disk; the workout continues"
          + messageID(of: .stateNotSaved),
        "The workout and the history are saved again",
        "More than 64 lines of the history wait for the disk; the workout that started at "
          + "\(Report.Summary.sample(id: "a").startedAt) is lost: \(Report.Summary.sample(id: "a").plan)",
        "More than 64 lines of the history wait for the disk; a change of the history is lost",
        "/w: \(SavedWorkout.RestoreError.version(9).message); the workout cannot be resumed; "
          + "the file is renamed to /w.unreadable" + messageID(of: .workoutLost),
        "The workout resumes when intervald starts again: Hills",
        "/h: 2 workouts are not recorded because the file cannot be written",
        "The workout is lost because it could not be saved: Hills" + messageID(of: .workoutLost),
        "The workout may be lost because it was not saved in time: Hills" + messageID(of: .workoutLost),
        "The workout is only in memory: it resumes when intervald starts again, "
          + "but not after a logout or a reboot: Hills",
        "/h: 1 workout is not recorded because the file cannot be written; the next start records it from memory",
      ])
  }

  /// The metadata that marks a line as an event of the catalog.
  private func messageID(of entry: CatalogEntry) -> String { " message-id=\(entry.rawValue)" }
}
