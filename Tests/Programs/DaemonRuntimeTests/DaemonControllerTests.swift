import AudioOutput
import Concurrency
import ControlInterface
import Desktop
import Dispatch
import Glibc
import LogHandlers
import Logging
import PlanNotation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UserFiles
import WorkoutModel
import WorkoutReports

@testable import DaemonRuntime

@Suite struct DaemonControllerTests {
  private let folder: TemporaryFolder
  private let notifier = InMemoryNotifier()
  private let speaker = InMemorySpeaker()
  private let hooks = InMemoryHookRunner()
  private let player = InMemorySoundPlayer()
  private let mixer = InMemorySoundMixer()

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a start without a name uses the default plan, else the last plan, else fails`() async throws {
    let controller = controller()
    let error = await #expect(throws: ControlError.self) {
      try await controller.startNamed(nil, session: nil, replace: false)
    }
    guard case .noSuchPlan(let plan) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(plan.name.isEmpty)
    #expect(plan.searched.first == "\(folder.path)/.config/intervald/plans")
    _ = try await controller.start(plan: "30s run", planName: nil, session: nil, replace: false)
    #expect(try await controller.startNamed(nil, session: nil, replace: true).status.plan == "30s run")
    try folder.write("1m walk", to: ".config/intervald/plans/stroll.plan")
    let controllerWithDefault = self.controller(try readConfiguration("default-plan \"stroll\""))
    #expect(try await controllerWithDefault.startNamed(nil, session: nil, replace: false).status.plan == "1m walk")
  }

  @Test func `a start of the last plan reads a named plan's file again, unless the plan was started from a text`()
    async throws
  {
    try folder.write("1m run", to: ".config/intervald/plans/hills.plan")
    let controller = controller()
    _ = try await controller.startNamed("hills", session: nil, replace: false)
    try folder.write("2m run", to: ".config/intervald/plans/hills.plan")
    #expect(try await controller.startNamed(nil, session: nil, replace: true).status.plan == "2m run")
    _ = try await controller.start(plan: "5m sprint", planName: "hills", session: nil, replace: true)
    let again = try await controller.startNamed(nil, session: nil, replace: true).status
    #expect(again.plan == "5m sprint")
    #expect(again.planName == "hills")
  }

  @Test func `a start of the last plan uses the saved text if the file of the plan is gone`() async throws {
    let path = try folder.write("1m run", to: ".config/intervald/plans/hills.plan")
    let controller = controller()
    _ = try await controller.startNamed("hills", session: nil, replace: false)
    #expect(unsafe unlink(path) == 0)
    #expect(try await controller.startNamed(nil, session: nil, replace: true).status.plan == "1m run")
  }

  @Test func `a plan name with a NUL character is not truncated`() async throws {
    try folder.write("1m run", to: ".config/intervald/plans/notes.txt")
    let controller = controller()
    for name in ["notes.txt\0", "notes.txt\0x"] {
      let error = await #expect(throws: ControlError.self) {
        try await controller.startNamed(name, session: nil, replace: false)
      }
      guard case .noSuchPlan(let plan) = error else { return #expect(Bool(false), "\(String(describing: error))") }
      #expect(plan.name == name)
    }
  }

  @Test func `a start warns of unavailable channels and of a partly unknown distance`() async throws {
    notifier.change(.unavailable(NotificationFailure(.noServer)))
    player.change(.unavailable(SoundFailure(.noOutput)))
    let plan = "30s run, 30s walk @10:00/km, 30s rest"
    let started = try await controller().start(plan: plan, planName: nil, session: nil, replace: false)
    #expect(
      started.warnings == [
        "Notifications are not shown: no notification server.",
        "Cues are not heard: no sound server, or no driver for it.",
        "A part of the distance is unknown, because '30s run' has no pace. Write '30s run @6:00/km', or add "
          + "'pace run 6:00/km' to the plan or to intervald.conf.",
      ])
  }

  @Test func `a start and a status report that Do Not Disturb hides the notifications`() async throws {
    let controller = controller()
    notifier.set(.exceptCritical)
    let started = try await controller.start(plan: "sound off\n30s", planName: nil, session: nil, replace: false)
    #expect(started.warnings == ["Notifications are hidden: Do Not Disturb is on."])
    #expect(await controller.status().notificationsHidden == true)
    notifier.set(.off)
    // A status asks no server.
    #expect(await controller.status().notificationsHidden == true)
    _ = await controller.diagnose()
    #expect(await controller.status().notificationsHidden == false)
    _ = try await controller.stop()
    #expect(await controller.status().notificationsHidden == nil)
  }

  @Test(arguments: [(Silence.exceptCritical, false), (.complete, true)])
  func `critical notifications are reported as hidden only if the server hides them`(
    silence: Silence, isHidden: Bool
  ) async throws {
    try folder.write("notify-urgency critical\n", to: ".config/intervald/intervald.conf")
    let controller = controller()
    _ = try await controller.reload()
    notifier.set(silence)
    let started = try await controller.start(plan: "sound off\n30s", planName: nil, session: nil, replace: false)
    #expect(started.warnings == (isHidden ? ["Notifications are hidden: Do Not Disturb is on."] : []))
    #expect(await controller.status().notificationsHidden == isHidden)
    let findings = await controller.diagnose()
    let finding = try #require(findings.first { $0.subject == "notifications" })
    #expect(finding.words.contains("Do Not Disturb") == isHidden)
  }

  @Test func `a start warns of a speech service that hangs, but not of a speech service that starts`() async throws {
    let warning = "Cues may not be spoken: the speech service does not respond."
    for (code, isHanging) in [(SpeechFailureCode.noAnswer, true), (.noService, false)] {
      let speaker = SilentSpeaker(.unavailable(SpeechFailure(code)))
      let channels = CueChannels(
        notifier: notifier, player: player, speaker: speaker, mixer: mixer, hooks: hooks, environment: [:])
      #expect(try await channels.warnings(for: readConfiguration("voice on")).contains(warning) == isHanging)
      #expect(try await channels.warnings(for: readConfiguration("voice off")).contains(warning) == false)
    }
  }

  @Test func `a start and a reload report each hook whose program does not exist`() async throws {
    let path = folder.path(of: "lamp")
    try folder.write(
      """
      hook start "\(path)" "on"
      hook finish "\(path)"
      hook paused "/bin/true"
      hook next "/nowhere"
      cue next off
      mpris off
      media-keys on

      """,
      to: ".config/intervald/intervald.conf")
    let controller = controller(hooks: SystemHookRunner(environment: [:]))
    let missing =
      "The hook \(path) at start and finish does not run: no such program. "
      + "Correct the path in intervald.conf, then: intervalctl reload"
    let ineffective = "'hook next' has no effect: the cue 'next' has no channel 'hook'. Add the channel: cue next hook"
    let switchedOff =
      "'media-keys' has no effect: the settings contain 'mpris off'. Remove 'mpris off' or 'media-keys'."
    #expect(try await controller.reload() == [ineffective, switchedOff, missing])
    let warnings = try await controller.start(plan: "30s", planName: nil, session: nil, replace: false).warnings
    #expect(warnings == [ineffective, missing])
    try folder.write("exit 0", to: "lamp", mode: 0o600)
    #expect(
      try await controller.reload() == [
        ineffective, switchedOff,
        "The hook \(path) at start and finish does not run: not an executable file, or permission denied. "
          + "Make it executable: chmod u+x \(path)",
      ])
    try folder.write("exit 0", to: "lamp", mode: 0o700)
    #expect(try await controller.reload() == [ineffective, switchedOff])
  }

  @Test func `a test of cues releases the volumes, unless a workout has started during the test`() async throws {
    for startsWorkout in [false, true] {
      let before = mixer.calls.count
      let hooks = StartingHookRunner()
      let controller = try controller(readConfiguration("hook start \"/bin/true\""), hooks: hooks)
      hooks.onTest.withLock {
        $0 = {
          if startsWorkout { _ = try? await controller.start(plan: "30s", planName: nil, session: nil, replace: false) }
        }
      }
      let test = try await controller.testCue("start", channels: ["hook"])
      #expect(test.channels == [.init(channel: "hook", failure: nil)])
      #expect(await (controller.status().phase != .idle) == startsWorkout)
      let calls = mixer.calls.elements.dropFirst(before)
      #expect(calls.count { $0 == .release } == (startsWorkout ? 0 : 1))
    }
  }

  @Test func `a start with sounds off does not warn of a missing sound server`() async throws {
    player.change(.unavailable(SoundFailure(.noOutput)))
    let started = try await controller().start(plan: "sound off\n30s", planName: nil, session: nil, replace: false)
    #expect(started.warnings.isEmpty)
  }

  @Test(arguments: [Int.min, Int.max])
  func `an extension is limited to the maximum duration of a plan`(milliseconds: Int) async throws {
    let controller = controller()
    _ = try await controller.start(plan: "lead-in off\n30s, 20s", planName: nil, session: nil, replace: false)
    let status = try await controller.extend(byMilliseconds: milliseconds)
    #expect(status.number == (milliseconds < 0 ? 2 : 1))
    #expect(status.intervalRemainingMs == (milliseconds < 0 ? 20_000 : 359_999_000))
  }

  @Test func `a correction applies to the running workout, else to the last one, else fails`() async throws {
    let store = InMemoryStore()
    let timekeeper = ManualTimekeeper()
    let controller = controller(store: store, timekeeper: timekeeper)
    await #expect(throws: ControlError.notRunning) { try await controller.correct(toMetres: 100) }
    let plan = "lead-in off\nuntil 1km (30s run @5:00/km)"
    _ = try await controller.start(plan: plan, planName: nil, session: nil, replace: false)
    let running = try await controller.correct(toMetres: 400)
    #expect(running.status?.distanceM == 400)
    #expect(running.status?.remainingMs == 180_000)
    #expect(running.summary == nil)
    #expect(store.summaries.isEmpty)
    timekeeper.pass(.seconds(15))
    let stopped = try await controller.stop()
    #expect(stopped.distanceM == 450)
    #expect(stopped.corrected == true)
    let idle = try await controller.correct(toMetres: 480)
    #expect(idle.status == nil)
    #expect(idle.summary?.distanceM == 480)
    #expect(idle.wasM == 450)
    #expect(idle.summary?.workoutId == stopped.workoutId)
    #expect(store.summaries.map(\.distanceM) == [450])
    #expect(try await store.lastSummary(within: generousLimit)?.get()?.distanceM == 480)
  }

  @Test func `a correction to an implausible distance is refused`() async throws {
    let store = InMemoryStore()
    let timekeeper = ManualTimekeeper()
    let controller = controller(store: store, timekeeper: timekeeper)
    _ = try await controller.start(plan: "lead-in 5s\n600s run @5:00/km", planName: nil, session: nil, replace: false)
    func refuse(_ metres: Double, elapsed milliseconds: Int) async {
      let error = ControlError.implausibleDistance(.init(distanceM: metres, elapsedMs: milliseconds))
      await #expect(throws: error) { try await controller.correct(toMetres: metres) }
    }
    await refuse(501, elapsed: 0)
    let before = try await controller.correct(toMetres: 500)
    #expect(before.status?.distanceM == 500)
    #expect(before.wasM == 0)
    timekeeper.pass(.seconds(105))
    await refuse(1251, elapsed: 100_000)
    let running = try await controller.correct(toMetres: 1250)
    #expect(running.wasM?.rounded() == 833)
    #expect(running.status?.distanceM == 1250)
    _ = try await controller.stop()
    await refuse(1251, elapsed: 100_000)
    #expect(store.summaries.map(\.distanceM) == [1250])
    let last = try await controller.correct(toMetres: 1100)
    #expect(last.wasM == 1250)
    #expect(last.summary?.distanceM == 1100)
  }

  @Test func `a refused correction of the last workout reports the reason`() async throws {
    let store = FaultyStore()
    let controller = controller(store: store)
    func refuse(_ message: String, hint: String? = nil) async {
      await #expect(throws: ControlError.unusableHistory(.init(message: message, hint: hint))) {
        try await controller.correct(toMetres: 100)
      }
    }
    await refuse("the last workout is unknown, because the disk does not respond")
    store.answer(last: .failure(.untrusted(.writableFile(path: "/h"))))
    await refuse("/h: other users can write to it", hint: "check its contents, then: chmod go-w /h")
    store.answer(last: .success(.sample(id: "w1")))
    await refuse("the disk does not respond; the distance is recorded when the history can be written")
    store.answer(unsaved: UnsavedState(hasPosition: false, summaryCount: 1, failure: SystemError("/h", .noSpace)))
    await refuse("/h: No space left on device; the distance is recorded when the history can be written")
  }

  @Test func `a start warns if the store does not confirm in time that the workout is saved`() async throws {
    for (unsaved, loss) in [
      (nil, "a restart could lose it"), (UnsavedState(hasPosition: false, summaryCount: 1), nil),
      (UnsavedState(hasPosition: true, summaryCount: 0), "a restart would lose it"),
      (UnsavedState(hasPosition: true, summaryCount: 0, isInMemory: true), "a logout or a reboot would lose it"),
    ] as [(UnsavedState?, String?)] {
      let store = FaultyStore()
      if let unsaved { store.answer(unsaved: unsaved) }
      let started = try await controller(store: store).start(plan: "30s", planName: nil, session: nil, replace: false)
      let warning = started.warnings.first { $0.contains("not saved to disk") }
      #expect(warning == loss.map { "The workout is not saved to disk yet; \($0)." })
    }
  }

  @Test func `a workout that is stopped after less than 10 s is not recorded`() async throws {
    let store = InMemoryStore()
    let timekeeper = ManualTimekeeper()
    let controller = controller(store: store, timekeeper: timekeeper)
    // The lead-in and pauses do not count.
    for (milliseconds, intervals, isRecorded) in [
      (2000, 0, false), (5000, 1, false), (14_999, 1, false), (15_000, 1, true),
    ] {
      _ = try await controller.start(plan: "lead-in 5s\n30s", planName: nil, session: nil, replace: false)
      timekeeper.pass(.milliseconds(milliseconds))
      _ = try await controller.pause()
      timekeeper.pass(.seconds(60))
      let summary = try await controller.stop()
      #expect(summary.intervals == intervals)
      #expect(summary.isTooShort == !isRecorded)
      #expect(summary.recorded == (isRecorded ? nil : false))
      #expect(store.summaries.count == (isRecorded ? 1 : 0))
      #expect(store.saved == nil)
    }
  }

  @Test func `the control interface accepts the same distances as plans`() {
    #expect(Report.Corrected.possibleMetres == 0...PlanLimits.maxDistance)
  }

  @Test func `a plan that multiplies its words is refused`() async throws {
    let controller = controller()
    let plan =
      "say countdown \"" + String(repeating: "{label}", count: 4746) + "\"\n30s \""
      + String(repeating: "a", count: 32_000)
      + "\""
    let error = await #expect(throws: ControlError.self) {
      try await controller.start(plan: plan, planName: nil, session: nil, replace: false)
    }
    guard case .invalidPlan(let invalid) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(invalid.message == "the saying is longer than 500 characters")
    #expect(await controller.status().phase == .idle)
  }

  @Test func `no other call waits for a plan to be parsed`() async throws {
    let level = "until 99h(" + String(repeating: "1s,", count: 1350)
    let plan = String(repeating: level, count: 16) + "1s" + String(repeating: ")", count: 16)
    let before = threadTime
    _ = try RequestedWorkout(text: plan, planName: nil, configuration: Settings())
    let parsingTime = threadTime - before
    let executor = MeasuringExecutor()
    let controller = controller()
    try await Task(executorPreference: executor) {
      _ = try await controller.start(plan: plan, planName: nil, session: nil, replace: false)
    }.value
    #expect(executor.longestJob < parsingTime / 2)
  }

  private func controller(
    _ configuration: Settings = Settings(), store: any WorkoutStore = InMemoryStore(),
    timekeeper: ManualTimekeeper = ManualTimekeeper(), hooks: (any HookRunner)? = nil
  ) -> DaemonController {
    let hooks = hooks ?? self.hooks
    let executor = QueueExecutor(label: "test")
    return DaemonController(
      runner: WorkoutRunner(
        on: executor, timekeeper: timekeeper, configuration: configuration, store: store),
      store: store,
      files: FileStore(
        XDGFolders(environment: ["HOME": folder.path, "XDG_DATA_DIRS": "/nowhere", "XDG_CONFIG_DIRS": "/nowhere"])),
      service: ServiceOutput(RecordingServiceNotifier(), watchdogInterval: nil, on: executor, logger: .silent),
      channels: CueChannels(
        notifier: notifier, player: player, speaker: speaker, mixer: mixer, hooks: hooks,
        environment: ["LANG": "de_DE.UTF-8", "HOME": folder.path]),
      sensors: InMemorySensorHub(),
      healthCheck: HealthCheck(
        services: .inMemory(notifier: notifier, player: player, speaker: speaker, mixer: mixer, hooks: self.hooks),
        store: InMemoryStore(), log: QueuedLog(), environment: [:]),
      logger: .silent)
  }
}

/// A hook runner that performs work when a hook is tested.
private final class StartingHookRunner: HookRunner {
  let reports = AsyncStream<HookReport> { $0.finish() }
  let onTest = Mutex<(@Sendable () async -> Void)?>(nil)

  func run(_ call: HookCall, after ready: (@Sendable () async -> Void)?) {}
  func test(_ call: HookCall) async -> HookFailure? {
    await onTest.withLock { $0 }?()
    return nil
  }
  func check(_ hooks: [Hook], within limit: Duration) async -> [String: HookFailure]? { [:] }
  func shutDown(within limit: Duration) async {}
}

/// A speaker whose search for a service does not end.
private struct SilentSpeaker: Speaker {
  let events = AsyncStream<SpeechEvent> { $0.finish() }
  private let running: Availability<SpeechService, SpeechFailureCode>

  /// - Parameter running: the result of a check.
  init(_ running: Availability<SpeechService, SpeechFailureCode>) {
    self.running = running
  }

  func prepare(_ settings: VoiceSettings) {}
  func say(_ text: String, after delay: @escaping @Sendable () -> Duration) {}
  func cancelSpeech() {}
  func availability(within limit: Duration) async -> Availability<SpeechService, SpeechFailureCode>? { nil }
  func test(_ text: String, answeringWithin: Duration, endingWithin: Duration) async -> SpeechFailure? { nil }
  func check(
    for language: String?, within limit: Duration
  ) async -> Availability<SpeechService, SpeechFailureCode> { running }
  func shutDown(within limit: Duration) async {}
}

/// The processor time of the calling thread; see clock_gettime(2).
private var threadTime: Duration {
  var time = timespec()
  // The clock always exists, and the structure outlives the call.
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Runs jobs one at a time, as the event loop of the server does, and measures their processor time.
private final class MeasuringExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "org.intervald.tests.measuring")
  private let longest = Mutex(Duration.zero)

  /// The processor time of the longest job.
  var longestJob: Duration { longest.withLock(\.self) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      let before = threadTime
      // The closure retains the executor, and each job runs once.
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
      let time = threadTime - before
      self.longest.withLock { $0 = max($0, time) }
    }
  }
}
