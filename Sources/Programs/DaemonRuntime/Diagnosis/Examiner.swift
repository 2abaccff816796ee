import WorkoutReports
import AudioOutput
import Desktop
import Concurrency
package import LogHandlers
import MessageBus
import Power
import ControlInterface
import WorkoutEngine
import WorkoutModel

/// Looks at all that the daemon works with, side by side, each of them no longer than `patience`.
///
/// Each is asked by the part that owns it, or on a queue of the question's own; nothing is shown or heard.
package struct Examiner: Sendable {
  private let services: ExternalServices
  private let keeper: any WorkoutKeeper
  private let log: QueuedLog
  private let environment: [String: String]
  private let remedies: Remedies
  private let busProbe = BusProbe()

  /// How long one neighbour may take.
  static let patience = Duration.milliseconds(2500)

  /// - Parameters:
  ///   - services: those of the daemon.
  ///   - keeper: what keeps places and the history.
  ///   - log: what the daemon's records go through.
  ///   - environment: the daemon's.
  package init(
    services: ExternalServices, keeper: any WorkoutKeeper, log: QueuedLog, environment: [String: String]
  ) {
    self.services = services
    self.keeper = keeper
    self.log = log
    self.environment = environment
    remedies = Remedies(environment: environment)
  }

  /// What is found of each, always in the same order.
  func findings(_ settings: Settings) async -> [Report.Finding] {
    let rules = CueRules(settings, units: settings.units(inLocaleOf: environment), title: nil)
    async let bus = sessionBus()
    async let notifications = notifications(rules)
    async let sound = sound(rules, settings)
    async let speech = speech(rules)
    async let logind = services.sleepInhibitor.check(.logind, within: Self.patience)
    async let screenSaver = services.sleepInhibitor.check(.screenSaver, within: Self.patience)
    async let player = mediaPlayer(settings)
    async let state = keeper.check(within: Self.patience)
    return [
      await bus, await notifications, await sound, await speech, .logind(await logind, remedies),
      .screenSaver(await screenSaver, remedies), await player,
      .log(LogDestination(journalStream: environment["JOURNAL_STREAM"]), missing: log.missing, remedies),
      .state(await state, remedies),
    ]
  }

  private func sessionBus() async -> Report.Finding {
    guard let address = BusAddress.session(environment) else { return .noSessionBus(remedies) }
    return .sessionBus(await busProbe.check(address, within: Self.patience), at: address, remedies)
  }

  private func notifications(_ rules: CueRules) async -> Report.Finding {
    guard rules.usedChannels.contains(.notification) else { return .unusedNotifications }
    return .notifications(await services.notifier.check(within: Self.patience), remedies)
  }

  private func sound(_ rules: CueRules, _ settings: Settings) async -> Report.Finding {
    guard rules.usedChannels.contains(.sound) else { return .unusedSound }
    let sounds = CueSoundOutput.sounds(of: rules, kinds: Kind.allCases, settings)
    return .sound(await services.player.check(sounds, within: Self.patience), of: sounds.count, remedies)
  }

  private func speech(_ rules: CueRules) async -> Report.Finding {
    guard rules.usedChannels.contains(.voice) else { return .unusedSpeech }
    return .speech(
      await services.speaker.check(within: Self.patience),
      canBeStarted: SpeechUnit(environment: environment).isKnown, remedies)
  }

  private func mediaPlayer(_ settings: Settings) async -> Report.Finding {
    guard settings.isMediaPlayer else { return .unusedMediaPlayer }
    return .mediaPlayer(await services.mediaPlayer.test(within: Self.patience), remedies)
  }
}
