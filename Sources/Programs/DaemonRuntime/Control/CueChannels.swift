package import AudioOutput
import Concurrency
import ControlInterface
package import Desktop
import PlanNotation
import ToneSynthesis
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// The channels of cues: notifications, sounds, speech and hooks.
package struct CueChannels: Sendable {
  let notifier: any Notifier
  let player: any SoundPlayer
  let speaker: any Speaker
  let mixer: any SoundMixer
  let hooks: any HookRunner
  let environment: [String: String]
  let hints: Hints

  /// The time limit for each service to report its availability at the start of a workout.
  static let availabilityLimit = Duration.milliseconds(300)
  /// The time limit for the server to report whether Do Not Disturb is on.
  static let doNotDisturbLimit = Duration.milliseconds(200)
  /// The time limit for the check of the hooks' programs.
  static let hookCheckLimit = Duration.seconds(1)

  /// - Parameters:
  ///   - notifier: the port of the notification server.
  ///   - player: the port of the sound server.
  ///   - speaker: the port of the speech service.
  ///   - mixer: the port of the sound server's volumes.
  ///   - hooks: the runner of hooks.
  ///   - environment: the daemon's environment, whose locale determines the units of a sample.
  package init(
    notifier: any Notifier, player: any SoundPlayer, speaker: any Speaker, mixer: any SoundMixer,
    hooks: any HookRunner, environment: [String: String]
  ) {
    self.notifier = notifier
    self.player = player
    self.speaker = speaker
    self.mixer = mixer
    self.hooks = hooks
    self.environment = environment
    hints = Hints(environment: environment)
  }

  /// Returns warnings about the settings of a workout and about unavailable channels; each warning is a sentence.
  ///
  /// Settings that are switched off are not reported, because options such as `--quiet` also switch them off.
  func warnings(for settings: Settings) async -> [String] {
    let rules = CueRules(settings, units: settings.units(inLocaleOf: environment), title: nil)
    let used = rules.usedChannels
    async let server = used.contains(.notification) ? notifier.availability(within: Self.availabilityLimit) : nil
    async let output = used.contains(.sound) ? player.availability(within: Self.availabilityLimit) : nil
    async let service = used.contains(.voice) ? speaker.availability(within: Self.availabilityLimit) : nil
    async let language = used.contains(.voice) ? VoiceLanguageProblem(atStart: settings, speaker) : nil
    async let obstacles =
      used.isDisjoint(with: [.sound, .voice]) ? nil : mixer.obstacles(within: Self.availabilityLimit)
    var warnings = IneffectiveSettingWords.all(settings.ineffective.filter { !$0.isSwitchedOff }).map(\.sentences)
    switch await server {
    case .unavailable(let failure)?: warnings.append("Notifications are not shown: \(failure).")
    case nil where used.contains(.notification):
      warnings.append("Notifications may not be shown: the notification server does not respond.")
    case .available?:
      let silence = await notifier.silence(within: Self.doNotDisturbLimit)
      if silence?.hides(.init(settings.urgency)) == true {
        warnings.append("Notifications are hidden: Do Not Disturb is on.")
      }
    case nil: break
    }
    if case .unavailable(let failure)? = await output { warnings.append("Cues are not heard: \(failure).") }
    switch await service {
    case .unavailable(let failure)?: warnings.append("Cues are not spoken: \(failure).")
    // A service that does not run yet may be starting, which takes longer than the limit.
    case nil where used.contains(.voice):
      if case .unavailable(let failure) = await speaker.check(within: Self.availabilityLimit), failure.code == .noAnswer
      {
        warnings.append("Cues may not be spoken: the speech service does not respond.")
      }
    case .available?, nil: break
    }
    warnings += (await obstacles ?? []).concerning(used).map(hints.warning)
    if let problem = await language { warnings.append(problem.sentences) }
    return warnings + (await hookWarnings(for: settings))
  }

  /// Returns whether Do Not Disturb hid the notifications of a workout when the server last answered; nil if this is
  /// unknown.
  func wereNotificationsHidden(_ urgency: NotifyUrgency) -> Bool? {
    notifier.lastSilence?.hides(.init(urgency))
  }

  /// Returns a warning for each hook whose program cannot be run.
  func hookWarnings(for settings: Settings) async -> [String] {
    let rules = CueRules(settings, units: settings.units(inLocaleOf: environment), title: nil)
    let used = settings.hooks(of: rules)
    guard let failures = await hooks.check(used, within: Self.hookCheckLimit) else { return [] }
    return used.warnings(of: failures, home: environment["HOME"])
  }
}
