package import AudioOutput
package import Desktop
import MessageBus
import PlanLibrary
package import Power
package import Sensors
package import Systemd
import UserFiles

/// The ports of the services outside the daemon; each service may be absent, slow or faulty.
package struct ExternalServices: Sendable {
  package var notifier: any Notifier
  package var player: any SoundPlayer
  package var speaker: any Speaker
  package var mixer: any SoundMixer
  package var mediaPlayer: any MediaPlayer
  package var hooks: any HookRunner
  package var sleepInhibitor: any SleepInhibitor
  package var sensors: any SensorHub
  package var serviceNotifier: any ServiceNotifier
  /// The service manager's watchdog time-out; nil if the manager has no watchdog.
  package var watchdogInterval: Duration?
  package var timekeeper: any Timekeeper

  package init(
    notifier: any Notifier, player: any SoundPlayer, speaker: any Speaker, mixer: any SoundMixer,
    mediaPlayer: any MediaPlayer, hooks: any HookRunner, sleepInhibitor: any SleepInhibitor, sensors: any SensorHub,
    serviceNotifier: any ServiceNotifier,
    watchdogInterval: Duration? = nil, timekeeper: any Timekeeper = SystemTimekeeper()
  ) {
    self.notifier = notifier
    self.player = player
    self.speaker = speaker
    self.mixer = mixer
    self.mediaPlayer = mediaPlayer
    self.hooks = hooks
    self.sleepInhibitor = sleepInhibitor
    self.sensors = sensors
    self.serviceNotifier = serviceNotifier
    self.watchdogInterval = watchdogInterval
    self.timekeeper = timekeeper
  }

  /// Shuts down all ports concurrently, each within the limit; the service manager's port needs no shutdown.
  ///
  /// The player and the speaker use the mixer, so the mixer is shut down after them, within the same limit.
  func shutDown(within limit: Duration) async {
    async let notifierEnded: Void = notifier.shutDown(within: limit)
    async let audioEnded: Void = shutDownAudio(within: limit)
    async let mediaPlayerEnded: Void = mediaPlayer.shutDown(within: limit)
    async let hooksEnded: Void = hooks.shutDown(within: limit)
    async let inhibitorEnded: Void = sleepInhibitor.shutDown(within: limit)
    async let sensorsEnded: Void = sensors.shutDown(within: limit)
    _ = await (notifierEnded, audioEnded, mediaPlayerEnded, hooksEnded, inhibitorEnded, sensorsEnded)
  }

  private func shutDownAudio(within limit: Duration) async {
    async let playerEnded: Void = player.shutDown(within: limit / 2)
    async let speakerEnded: Void = speaker.shutDown(within: limit / 2)
    _ = await (playerEnded, speakerEnded)
    await mixer.shutDown(within: limit / 2)
  }
}

/// The name of the program.
enum ProgramName {
  /// The name that desktops, volume controls, media controls and lists of inhibitors show, as in the desktop file.
  static let shown = "Interval timer"
}

extension ExternalServices {
  /// The services of the user's session: the desktop, the sound server, the speech service and systemd.
  ///
  /// - Parameters:
  ///   - environment: the daemon's environment.
  ///   - runtimeFolder: the daemon's folder in memory.
  ///   - memory: the file that records the visible notification.
  ///   - watchdogInterval: the service manager's watchdog time-out; nil if the manager has no watchdog.
  /// - Returns: the ports, none of which is connected yet.
  static func ofSession(
    environment: [String: String], runtimeFolder: RuntimeFolder, memory: NotificationFile, watchdogInterval: Duration?
  ) -> Self {
    let folders = XDGFolders(environment: environment)
    let mixer = PulseSoundMixer(
      applicationName: ProgramName.shown, recordPath: runtimeFolder.path(of: "lowered-streams"),
      diskPath: "\(folders.stateFolder)/lowered-streams")
    return Self(
      notifier: LibnotifyNotifier(applicationName: ProgramName.shown, desktopEntry: "intervald", store: memory),
      player: CanberraPlayer(
        applicationName: ProgramName.shown, desktopEntry: "intervald",
        folder: SoundFolder(path: runtimeFolder.path(of: "sounds"), folders: folders),
        mixer: mixer),
      // The service refuses names with spaces.
      speaker: SpeechDispatcherSpeaker(
        applicationName: "intervald", mixer: mixer, startService: { SpeechUnit(environment: environment).start() }),
      mixer: mixer,
      mediaPlayer: SessionBusMediaPlayer(
        identity: ProgramName.shown, busName: "intervald", desktopEntry: "intervald",
        sessionBus: BusAddress.session(environment)),
      hooks: SystemHookRunner(environment: environment),
      sleepInhibitor: SystemSleepInhibitor(
        applicationName: ProgramName.shown, systemBus: BusAddress.system(environment),
        sessionBus: BusAddress.session(environment)),
      sensors: BlueZSensorHub(
        bus: BusAddress.system(environment), recordPath: runtimeFolder.path(of: "connected-sensors")),
      serviceNotifier: SystemdNotifier(environment: environment),
      watchdogInterval: watchdogInterval)
  }
}
