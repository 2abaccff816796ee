import AudioOutput
import Concurrency
import ControlInterface
import Desktop
package import LogHandlers
import MessageBus
import Power
import Sensors
import WorkoutEngine
import WorkoutModel
import WorkoutReports

/// Checks all parts that the daemon depends on, concurrently, with the same time limit for each check.
///
/// A check runs on the executor of the checked part, or on a separate queue. No check shows or plays anything.
package struct HealthCheck: Sendable {
  private let services: ExternalServices
  private let store: any WorkoutStore
  private let log: QueuedLog
  private let environment: [String: String]
  let hints: Hints
  private let busProbe = BusProbe()
  private let sensorQueue = TaskQueue(label: "org.intervald.sensor-check")
  private let searches = RequestQueue(label: "org.intervald.installed")

  /// The time limit of each check.
  static let timeLimit = Duration.seconds(3)
  /// The time limit of the search for installed services, which precedes the checks.
  private static let searchLimit = Duration.milliseconds(300)

  /// - Parameters:
  ///   - services: The external services of the daemon.
  ///   - store: The store of the current workout and the history.
  ///   - log: The log of the daemon, which counts lost records.
  ///   - environment: The environment of the daemon.
  package init(
    services: ExternalServices, store: any WorkoutStore, log: QueuedLog, environment: [String: String]
  ) {
    self.services = services
    self.store = store
    self.log = log
    self.environment = environment
    hints = Hints(environment: environment)
  }

  /// The findings, one for each subject of `Report.Finding.subjects`, in the order of the subjects.
  ///
  /// If the settings require a sensor, the last finding is about sensors.
  func findings(_ settings: Settings) async -> [Report.Finding] {
    let rules = CueRules(settings, units: settings.units(inLocaleOf: environment), title: nil)
    var hints = hints
    hints.installed = await searches.response(within: Self.searchLimit) { [environment] in
      InstalledServices(environment: environment)
    }
    async let bus = sessionBus()
    async let notifications = notifications(rules, settings, hints)
    async let sound = sound(rules, settings, hints)
    async let speech = speech(rules, settings, hints)
    async let hooks = services.hooks.check(settings.hooks(of: rules), within: Self.timeLimit)
    async let logind = services.sleepInhibitor.check(.logind, within: Self.timeLimit)
    async let screenSaver = services.sleepInhibitor.check(.screenSaver, within: Self.timeLimit)
    async let player = mediaPlayer(settings)
    async let state = store.check(within: Self.timeLimit)
    async let sensors = sensors(settings.sensorKinds, hints)
    return await [
      await bus, await notifications, await sound, await speech,
      .hooks(await hooks, of: settings.hooks(of: rules), home: environment["HOME"]),
      .logind(await logind, keepsAwake: settings.keepsAwake, hints),
      settings.keepsAwake ? .screenSaver(await screenSaver, hints) : .unusedScreenSaver, await player,
      .log(LogDestination(journalStream: environment["JOURNAL_STREAM"]), missing: log.missing, hints),
      .state(await state, hints),
    ] + [sensors].compactMap(\.self)
  }

  private func sessionBus() async -> Report.Finding {
    guard let address = BusAddress.session(environment) else { return .noSessionBus(hints) }
    return .sessionBus(await busProbe.check(address, within: Self.timeLimit), at: address, hints)
  }

  private func notifications(_ rules: CueRules, _ settings: Settings, _ hints: Hints) async -> Report.Finding {
    guard rules.usedChannels.contains(.notification) else { return .unusedNotifications }
    let server = await services.notifier.check(within: Self.timeLimit)
    guard case .available = server else { return .notifications(server, hints) }
    let silence = await services.notifier.silence(within: CueChannels.doNotDisturbLimit)
    return .notifications(server, isSilenced: silence?.hides(.init(settings.urgency)) == true, hints)
  }

  private func sound(_ rules: CueRules, _ settings: Settings, _ hints: Hints) async -> Report.Finding {
    guard rules.usedChannels.contains(.sound) else { return .unusedSound }
    let sounds = CueSoundOutput.sounds(of: rules, kinds: Kind.allCases, settings)
    async let obstacles = services.mixer.obstacles(within: Self.timeLimit)
    let volume = CueSoundOutput.volume(in: settings, isSpoken: rules.usedChannels.contains(.voice))
    let missing = await services.player.check(sounds, volume: volume, within: Self.timeLimit)
    let finding = Report.Finding.sound(missing, of: sounds.count, hints)
    return finding.restricted(by: await obstacles?.concerning([.sound]) ?? [], hints)
  }

  private func speech(_ rules: CueRules, _ settings: Settings, _ hints: Hints) async -> Report.Finding {
    guard rules.usedChannels.contains(.voice) else { return .unusedSpeech }
    async let sound = services.player.check([], volume: 100, within: Self.timeLimit)
    async let obstacles = services.mixer.obstacles(within: Self.timeLimit)
    let service = await services.speaker.check(for: VoiceSettings(settings).language, within: Self.timeLimit)
    let speech = Report.Finding.speech(
      service, canBeStarted: SpeechUnit(environment: environment).isKnown, hints)
    guard speech.verdict == .ok else { return speech }
    if let problem = VoiceLanguageProblem(settings, spokenBy: service) {
      return Report.Finding("speech", .warning, problem.words, remedy: problem.remedy)
    }
    if case .failure = await sound { return .inaudibleSpeech(speech.words) }
    return speech.restricted(by: await obstacles?.concerning([.voice]) ?? [], hints)
  }

  private func sensors(_ kinds: Set<SensorKind>, _ hints: Hints) async -> Report.Finding? {
    guard !kinds.isEmpty else { return nil }
    let (results, sink) = AsyncStream<Result<[Sensor], SensorError>>.makeStream()
    let search = Task(executorPreference: sensorQueue) { [hub = services.sensors] in
      do throws(SensorError) {
        sink.yield(.success(try await hub.search(for: .zero)))
      } catch {
        sink.yield(.failure(error))
      }
    }
    defer { search.cancel() }
    let result = await results.first(within: Self.timeLimit)
    return .sensors(result ?? .failure(.notResponding), requiring: kinds, hints)
  }

  private func mediaPlayer(_ settings: Settings) async -> Report.Finding {
    guard settings.isMediaPlayer else { return .unusedMediaPlayer }
    let failure = await services.mediaPlayer.check(within: Self.timeLimit)
    return .mediaPlayer(failure, keys: settings.usedMediaKeys, hints)
  }
}
