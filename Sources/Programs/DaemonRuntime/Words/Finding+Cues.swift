import WorkoutReports
import AudioOutput
import Desktop
import Concurrency

/// What was found of the ways in which cues are given.
extension Report.Finding {
  // MARK: Notifications

  static let unusedNotifications = Self("notifications", .unused, "no cue is shown")

  /// Of the server, where the availability is nil if there was no answer.
  static func notifications(
    _ availability: Availability<ServerInformation, NotificationFailure>?, _ remedies: Remedies
  ) -> Self {
    switch availability {
    case .available(let server): shown(by: server)
    case .unavailable(let failure):
      Self("notifications", .fault, words(of: failure), remedy: remedies.forNotifications(failure.code))
    case nil: notifications(.unavailable(NotificationFailure(.notResponding)), remedies)
    }
  }

  private static func words(of failure: NotificationFailure) -> String {
    switch failure.code {
    // Of these the libraries have no more to say, but do.
    case .noSessionBus, .notResponding: failure.code.words
    case .noServer, .activationFailed, .refused, .noDescriptor: failure.description
    }
  }

  private static func shown(by server: ServerInformation) -> Self {
    let vendor = server.vendor.isEmpty ? "" : " by \(server.vendor)"
    let name = [server.name, server.version].filter { !$0.isEmpty }.joined(separator: " ")
    return Self(
      "notifications", server.drawsButtons ? .ok : .warning,
      "\(name)\(vendor)\(server.drawsButtons ? "" : ", which draws no buttons")",
      remedy: server.drawsButtons ? nil : "end a workout without a button: intervalctl stop",
      details: server.capabilities.sorted())
  }

  // MARK: Sounds

  static let unusedSound = Self("sound", .unused, "no cue has a sound")

  /// Of the sounds that could not be played, of so many, or of why none could.
  static func sound(
    _ missing: Result<[SoundSource: SoundFailure], SoundFailure>, of count: Int, _ remedies: Remedies
  ) -> Self {
    switch missing {
    case .success(let missing) where missing.isEmpty: Self("sound", .ok, "all \(count) sounds can be played")
    case .success(let missing): sound(without: missing)
    case .failure(let failure): Self("sound", .fault, failure.description, remedy: remedies.forSound(failure.code))
    }
  }

  private static func sound(without missing: [SoundSource: SoundFailure]) -> Self {
    func list(_ isListed: (SoundSource) -> Bool) -> String {
      missing.filter { isListed($0.key) }.map { "\($0.key) (\($0.value.code.words))" }.sorted()
        .joined(separator: ", ")
    }
    let own = list(\.isOwn)
    guard own.isEmpty else {
      return Self(
        "sound", .fault, "built-in sounds cannot be played: \(own)",
        remedy: "install them, or name the folder that has sounds/intervald in XDG_DATA_DIRS")
    }
    return Self(
      "sound", .warning, "cannot be played, replaced by the built-in sounds: \(list { !$0.isOwn })",
      remedy: "name others in intervald.conf, and then: intervalctl reload")
  }

  // MARK: Speech

  static let unusedSpeech = Self("speech", .unused, "no cue is spoken")

  /// Of the service that runs, or of whether one could be started where none does.
  static func speech(
    _ availability: Availability<SpeechService, SpeechFailure>, canBeStarted: Bool, _ remedies: Remedies
  ) -> Self {
    switch availability {
    case .available(let service): Self("speech", .ok, "\(service.name) with \(service.synthesizer)")
    case .unavailable(let failure) where failure.code == .noService && canBeStarted:
      Self("speech", .ok, "speech-dispatcher is started when a workout needs it")
    case .unavailable(let failure):
      Self("speech", .fault, failure.description, remedy: remedies.forSpeech(failure.code))
    }
  }
}

extension SoundSource {
  fileprivate var isOwn: Bool { if case .own = self { true } else { false } }
}
