import AudioOutput
import Concurrency
import Desktop
import MessageBus
import Power
import WorkoutModel
import WorkoutReports

/// The findings about notifications.
extension Report.Finding {
  static let unusedNotifications = Self("notifications", .unused, "no cue is shown")

  /// The finding about a notification server; the availability is nil if the server did not respond.
  static func notifications(
    _ availability: Availability<ServerInformation, NotificationFailureCode>?, isSilenced: Bool = false, _ hints: Hints
  ) -> Self {
    switch availability {
    case .available(let server): notifications(by: server, isSilenced: isSilenced)
    case .unavailable(let failure) where failure.code == .noServer:
      absent("notifications", hints.absentNotificationServer(failure.description), hints.forNotifications(.noServer))
    case .unavailable(let failure):
      Self("notifications", .fault, message(for: failure), remedy: hints.forNotifications(failure.code))
    case nil: notifications(.unavailable(NotificationFailure(.notResponding)), hints)
    }
  }

  /// The finding about an absent service; `usual` is the remedy if the description has no remedy of its own.
  private static func absent(
    _ subject: String, _ description: (words: String, remedy: String?), _ usual: String
  ) -> Self {
    Self(subject, .fault, description.words, remedy: description.remedy ?? usual)
  }

  private static func message(for failure: NotificationFailure) -> String {
    switch failure.code {
    // For these codes, the description of the failure adds no information to the words of the code.
    case .noSessionBus, .notResponding: failure.code.words
    case .noServer, .activationFailed, .refused, .noDescriptor: failure.description
    }
  }

  private static func notifications(by server: ServerInformation, isSilenced: Bool) -> Self {
    let vendor = server.vendor.isEmpty ? "" : " by \(server.vendor)"
    let name = [server.name, server.version].filter { !$0.isEmpty }.joined(separator: " ")
    let restriction: (words: String, remedy: String)? =
      if isSilenced {
        (", which hides notifications while Do Not Disturb is on", Hints.silence(by: server))
      } else if !server.canPressButtons {
        (", which shows no buttons", "end a workout without a button: intervalctl stop")
      } else {
        nil
      }
    return Self(
      "notifications", restriction == nil ? .ok : .warning, "\(name)\(vendor)\(restriction?.words ?? "")",
      remedy: restriction?.remedy, details: server.capabilities.sorted())
  }
}

/// The findings about sounds and speech.
extension Report.Finding {
  static let unusedSound = Self("sound", .unused, "no cue has a sound")

  /// The finding about `count` sounds.
  ///
  /// `missing` contains the sounds that cannot be played, or the reason why no sound can be played.
  static func sound(
    _ missing: Result<[SoundSource: SoundFailure], SoundFailure>, of count: Int, _ hints: Hints
  ) -> Self {
    switch missing {
    case .success(let missing) where missing.isEmpty: Self("sound", .ok, "all \(count) sounds can be played")
    case .success(let missing): sound(without: missing)
    case .failure(let failure) where failure.code == .noOutput:
      absent("sound", hints.absentSoundServer(failure.description), hints.forSound(.noOutput))
    case .failure(let failure): Self("sound", .fault, failure.description, remedy: hints.forSound(failure.code))
    }
  }

  private static func sound(without missing: [SoundSource: SoundFailure]) -> Self {
    func list(_ isListed: (SoundSource) -> Bool) -> String {
      missing.filter { isListed($0.key) }
        .map { "\($0.key) (\($0.value.code == .unreadable ? $0.value.description : $0.value.code.words))" }.sorted()
        .joined(separator: ", ")
    }
    let builtIn = list(\.isBuiltIn)
    guard builtIn.isEmpty else {
      return Self(
        "sound", .fault, "built-in sounds cannot be played: \(builtIn)",
        remedy: "install them, or add the folder that contains sounds/intervald to XDG_DATA_DIRS")
    }
    return Self(
      "sound", .warning, "built-in sounds replace those that cannot be played: \(list { !$0.isBuiltIn })",
      remedy: "name other sounds in intervald.conf, then: intervalctl reload")
  }

  static let unusedSpeech = Self("speech", .unused, "no cue is spoken")

  /// The finding about a speech service, which the daemon may be able to start.
  static func speech(
    _ availability: Availability<SpeechService, SpeechFailureCode>, canBeStarted: Bool, _ hints: Hints
  ) -> Self {
    switch availability {
    case .available(let service): Self("speech", .ok, "\(service.name) with \(service.synthesizer)")
    case .unavailable(let failure) where failure.code == .noService && canBeStarted:
      Self("speech", .ok, "speech-dispatcher is installed, and is started when a workout needs it")
    case .unavailable(let failure) where failure.code == .noService:
      absent("speech", hints.absentSpeechService(failure.description), hints.forSpeech(.noService))
    case .unavailable(let failure):
      Self("speech", .fault, failure.description, remedy: hints.forSpeech(failure.code))
    }
  }
}

extension Report.Finding {
  /// The finding about a speech service that works, or can be started, although no sound server responds.
  static func inaudibleSpeech(_ words: String) -> Self {
    Self(
      "speech", .warning, "\(words), but no sound server responds",
      remedy: "test whether it is heard: intervalctl test-cues --channel voice")
  }
}

extension SoundSource {
  fileprivate var isBuiltIn: Bool { if case .own = self { true } else { false } }
}

/// The findings about the session bus and the services on the buses.
extension Report.Finding {
  /// The finding if the environment names no session bus.
  static func noSessionBus(_ hints: Hints) -> Self {
    Self(
      "session bus", .fault, "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set",
      remedy: hints.noSessionBus)
  }

  /// The finding about a session bus; the error is nil if the bus responds.
  static func sessionBus(_ error: BusError?, at address: String, _ hints: Hints) -> Self {
    guard let error else { return Self("session bus", .ok, "responds at \(address)") }
    if error.code == .notResponding {
      return Self("session bus", .fault, "does not respond at \(address)", remedy: hints.hungSessionBus)
    }
    return Self("session bus", .fault, "\(error)", remedy: hints.noSessionBus)
  }

  /// The finding about logind, which reports suspends and, with `keepsAwake`, also prevents suspend on idle.
  static func logind(_ check: InhibitorCheck, keepsAwake: Bool = true, _ hints: Hints) -> Self {
    let consequence =
      keepsAwake ? "does not keep the machine awake during a workout" : "does not report suspends of the machine"
    return switch check {
    case .available where !keepsAwake:
      Self("logind", .ok, "reports suspends; the settings do not keep the machine awake")
    case .available: Self("logind", .ok, "keeps the machine awake while a workout runs")
    case .absent:
      Self("logind", .warning, "\(consequence): \(hints.absentLogind.words)", remedy: hints.absentLogind.remedy)
    case .noBus(let words): Self("logind", .warning, "\(consequence): \(words)", remedy: hints.noSystemBus)
    case .refused(let words): Self("logind", .warning, "\(consequence): \(words)", remedy: hints.refusedLock)
    case .notResponding: Self("logind", .warning, "\(consequence): it does not respond", remedy: hints.hungLogind)
    }
  }

  static func screenSaver(_ check: InhibitorCheck, _ hints: Hints) -> Self {
    let consequence = "may start during a workout"
    return switch check {
    case .available: Self("screen saver", .ok, "does not start while a workout runs")
    case .absent: Self("screen saver", .unused, "the desktop has no screen saver that can be inhibited")
    case .noBus: Self("screen saver", .unknown, "no session bus")
    case .refused(let words):
      Self("screen saver", .warning, "\(consequence): \(words)", remedy: hints.brokenScreenSaver)
    case .notResponding:
      Self("screen saver", .warning, "\(consequence): it does not respond", remedy: hints.brokenScreenSaver)
    }
  }

  static let unusedScreenSaver = Self("screen saver", .unused, "not inhibited, because of 'keep-awake off'")

  static let unusedMediaPlayer = Self("media player", .unused, "switched off in the settings")

  /// The finding about the media player interface; the failure is nil if desktops can use the interface.
  static func mediaPlayer(_ failure: MediaPlayerFailure?, keys: MediaKeys, _ hints: Hints) -> Self {
    guard let failure else {
      return Self(
        "media player", .ok,
        keys == .off ? "shows the workout; media keys go to other players" : "media keys control a workout")
    }
    return Self(
      "media player", .fault, failure.code == .noSessionBus ? failure.code.words : failure.description,
      remedy: hints.forMediaPlayer(failure.code))
  }
}
