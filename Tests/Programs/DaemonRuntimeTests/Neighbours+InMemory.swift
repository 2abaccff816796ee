import DaemonRuntime
import TestSupport

extension Daemon.Neighbours {
  /// Those that remember what they were told, and find all well unless a test says otherwise.
  static func inMemory(
    notifier: InMemoryNotifier = InMemoryNotifier(), player: InMemorySoundPlayer = InMemorySoundPlayer(),
    speaker: InMemorySpeaker = InMemorySpeaker(), mediaPlayer: InMemoryMediaPlayer = InMemoryMediaPlayer(),
    hooks: InMemoryHookRunner = InMemoryHookRunner(), sleepInhibitor: InMemorySleepInhibitor = InMemorySleepInhibitor()
  ) -> Self {
    Self(
      notifier: notifier, player: player, speaker: speaker, mediaPlayer: mediaPlayer, hooks: hooks,
      sleepInhibitor: sleepInhibitor, serviceNotifier: RecordingServiceNotifier())
  }
}
