package import WorkoutModel

/// Setting that has no effect, because of another setting or because no cue uses it.
///
/// A plan can contain the missing setting, so this is not an error.
package struct IneffectiveSetting: Equatable, Sendable {
  /// The setting without its value, such as `hook finish`.
  package let name: String
  package let cause: Cause

  package init(name: String, cause: Cause) {
    self.name = name
    self.cause = cause
  }

  package enum Cause: Hashable, Sendable {
    /// The channels of the cue, which are `among`, do not contain this channel.
    case missingChannel(Channel, of: Cue, among: Set<Channel>)
    /// The cue has no channel on which it is delivered.
    case noChannel(of: Cue)
    /// No cue is delivered on the channel.
    case unusedChannel(Channel)
    /// The cue is not spoken, because the voice is off by default.
    case voiceNotOn
    /// This setting, such as `sound off`, turns off all that the setting affects.
    case switchedOff(by: String)
  }

  /// Whether the user has probably turned off the setting on purpose, for example with `sound off`.
  package var isSwitchedOff: Bool { if case .switchedOff = cause { true } else { false } }
}

extension Settings {
  /// The settings that have no effect, in the order of the manual.
  ///
  /// Only explicit settings are checked. Settings of the voice are not reported only because no cue is spoken: the voice
  /// is off by default, and a plan can turn it on.
  package var ineffective: [IneffectiveSetting] {
    var found: [IneffectiveSetting] = []
    func check(_ name: String, if isSet: Bool, _ cause: @autoclosure () -> IneffectiveSetting.Cause?) {
      if isSet, let cause = cause() { found.append(IneffectiveSetting(name: name, cause: cause)) }
    }
    check("countdown", if: countdown?.isEmpty == false, causeOfSilence(of: .countdown))
    check("remaining-every", if: remainingEvery ?? .zero > .zero, causeOfSilence(of: .remaining))
    check("belt-lag", if: lag > .zero, causeOfSilence(of: .start))
    for cue in Cue.allCases {
      check("say \(cue.rawValue)", if: sayings[cue] != nil, cause(of: cue, without: .voice))
    }
    for cue in Cue.allCases {
      check("hook \(cue.rawValue)", if: !hooks(of: cue).isEmpty, cause(of: cue, without: .hook))
    }
    for cue in Cue.allCases {
      check(
        "cue \(cue.rawValue)", if: cues[cue]?.isEmpty == false, causeOfAbsence(of: cue) ?? causeOfSilence(of: cue))
    }
    for subject in SoundSubject.allCases {
      check("sound \(subject.word)", if: sounds[subject] != nil, causeOfSilence(of: subject))
    }
    let (silent, unspoken) = (causeOfDisuse(of: .sound), causeOfDisuse(of: .voice))
    check("sound on", if: sound == true, silent)
    check("volume", if: volume != nil, silent)
    check("wake-output", if: wakeOutput ?? .zero > .zero, unspoken == nil ? nil : silent)
    check("voice on", if: voice == true, unspoken)
    if voice != nil {
      check("voice-language", if: voiceLanguage != nil, unspoken)
      check("voice-rate", if: voiceRate != nil, unspoken)
      check("voice-volume", if: voiceVolume != nil, unspoken)
      let isForSounds = if case .all = duck { silent == nil } else { false }
      check("duck", if: duck != nil && duck != .off, isForSounds ? nil : unspoken)
    }
    check("notify", if: notify != nil && notify != .off, causeOfDisuse(of: .notification))
    check("notify-urgency", if: notifyUrgency != nil, causeOfDisuse(of: .notification))
    check(
      "media-keys", if: mediaKeys != nil && mediaKeys != .off,
      isMediaPlayer ? nil : .switchedOff(by: "mpris off"))
    return found
  }

  /// The reason why a cue is not delivered on a channel; nil if it is.
  private func cause(of cue: Cue, without channel: Channel) -> IneffectiveSetting.Cause? {
    if let absence = causeOfAbsence(of: cue) ?? causeOfClosure(of: channel, for: cue) { return absence }
    let channels = channels(of: cue)
    guard !channels.contains(channel) else { return nil }
    var spoken = self
    spoken.voice = true
    let needsOnlyVoice = channel == .voice && spoken.channels(of: cue).contains(.voice)
    return needsOnlyVoice ? .voiceNotOn : .missingChannel(channel, of: cue, among: channels)
  }

  /// The reason why a cue never occurs; nil if it can occur.
  private func causeOfAbsence(of cue: Cue) -> IneffectiveSetting.Cause? {
    switch cue {
    case .countdown where countdownSeconds.isEmpty: .switchedOff(by: "countdown off")
    case .remaining where remainingInterval == .zero: .switchedOff(by: "remaining-every off")
    case .leadIn where leadIn == .zero: .switchedOff(by: "lead-in off")
    default: nil
    }
  }

  /// The setting that prevents a cue on a channel, whatever the channels of the cue are; nil if no setting does.
  private func causeOfClosure(of channel: Channel, for cue: Cue) -> IneffectiveSetting.Cause? {
    guard channel != .hook, !isOpen(channel, for: cue) else { return nil }
    return switch channel {
    case .notification: .switchedOff(by: "notify \(notifyMode.rawValue)")
    case .sound: .switchedOff(by: "sound off")
    case .voice: .switchedOff(by: "voice off")
    case .hook: nil
    }
  }

  /// The reason why a cue is delivered on no channel; nil if it is delivered.
  private func causeOfSilence(of cue: Cue) -> IneffectiveSetting.Cause? {
    let channels = channels(of: cue)
    if channels.contains(where: { isOpen($0, for: cue) }) { return nil }
    return Channel.allCases.lazy.filter(channels.contains).compactMap { causeOfClosure(of: $0, for: cue) }.first
      ?? .noChannel(of: cue)
  }

  /// The reason why a sound is never played; nil if it can be played.
  ///
  /// The sound of a kind is played when an interval of the kind begins, and when it is resumed.
  private func causeOfSilence(of subject: SoundSubject) -> IneffectiveSetting.Cause? {
    switch subject {
    case .cue(let cue): cause(of: cue, without: .sound)
    case .kind: cause(of: .resumed, without: .sound).flatMap { _ in cause(of: .start, without: .sound) }
    }
  }

  /// The reason why no cue is delivered on a channel; nil if a cue is.
  private func causeOfDisuse(of channel: Channel) -> IneffectiveSetting.Cause? {
    let causes = Cue.allCases.map { cause(of: $0, without: channel) }
    guard !causes.contains(nil) else { return nil }
    // A setting that closes the channel for all cues also closes it for the start of an interval.
    return causeOfClosure(of: channel, for: .start) ?? .unusedChannel(channel)
  }
}
