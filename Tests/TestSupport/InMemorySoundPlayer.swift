package import AudioOutput
package import Concurrency
import Synchronization
package import ToneSynthesis

/// A sound player without a sound server, which records preparations and sounds.
package final class InMemorySoundPlayer: SoundPlayer {
  /// The arguments of a call of `prepare`.
  package struct Preparation: Equatable, Sendable {
    package var sounds: Set<SoundSource>
    package var volume: Int
  }

  package let events: AsyncStream<SoundEvent>
  package let preparations = Recording<Preparation>()
  /// Times of expected cues, in order.
  package let expectations = Recording<Duration?>()
  /// Whether each expected cue has a sound, in order.
  package let expectedSounds = Recording<Bool>()
  /// Wake times, in order.
  package let wakeTimes = Recording<Duration?>()
  /// Played sounds in order; a missing sound is replaced by its fallback.
  package let sounds = Recording<SoundSource>()

  /// The lengths of sounds of the theme and of files.
  private let lengths = Mutex<[SoundSource: Duration]>([:])
  private let eventSink: AsyncStream<SoundEvent>.Continuation
  private let currentAvailability = CurrentAvailability<SoundOutput, SoundFailureCode>()
  /// Missing sounds, and whether each missing sound was reported.
  private let missing = Mutex<[SoundSource: Bool]>([:])

  package init(_ availability: Availability<SoundOutput, SoundFailureCode> = .available(SoundOutput(name: "in memory")))
  {
    (events, eventSink) = AsyncStream.makeStream()
    change(availability)
  }

  /// Changes the availability of the output.
  package func change(_ availability: Availability<SoundOutput, SoundFailureCode>) {
    guard currentAvailability.update(availability) else { return }
    switch availability {
    case .available(let output): eventSink.yield(.outputAppeared(output))
    case .unavailable(let failure): eventSink.yield(.outputUnavailable(failure))
    }
  }

  /// Makes a sound unavailable.
  package func lose(_ sound: SoundSource) {
    missing.withLock { $0[sound] = false }
  }

  package func setWakeTime(_ time: Duration?) { wakeTimes.append(time) }

  package func expectCue(in delay: Duration?, hasSound: Bool) {
    expectations.append(delay)
    expectedSounds.append(hasSound)
  }

  /// Sets the length of a sound.
  package func set(_ length: Duration, of sound: SoundSource) {
    lengths.withLock { $0[sound] = length }
  }

  package func length(of sound: SoundSource) -> Duration? {
    if case .own(let sound) = sound { sound.length } else { lengths.withLock { $0[sound] } }
  }

  package func prepare(_ sounds: Set<SoundSource>, volume: Int) {
    preparations.append(Preparation(sounds: sounds, volume: volume))
    for sound in sounds { _ = exists(sound) }
  }

  package func play(_ sound: SoundSource, fallback: CueSound?) {
    if exists(sound) {
      sounds.append(sound)
    } else if let fallback, exists(.own(fallback)) {
      sounds.append(.own(fallback))
    }
  }

  package func test(_ sound: SoundSource, within limit: Duration) async -> SoundFailure? {
    if case .unavailable(let failure)? = currentAvailability.value { return failure }
    if missing.withLock({ $0[sound] }) != nil { return SoundFailure(.noSuchSound) }
    sounds.append(sound)
    return nil
  }

  package func availability(within limit: Duration) async -> Availability<SoundOutput, SoundFailureCode>? {
    await currentAvailability.value(within: limit)
  }

  package func check(
    _ sounds: Set<SoundSource>, volume: Int, within limit: Duration
  ) async -> Result<[SoundSource: SoundFailure], SoundFailure> {
    if case .unavailable(let failure)? = currentAvailability.value { return .failure(failure) }
    let unavailable = missing.withLock { Set($0.keys) }
    return .success(
      Dictionary(uniqueKeysWithValues: unavailable.intersection(sounds).map { ($0, SoundFailure(.noSuchSound)) }))
  }

  package func shutDown(within limit: Duration) async {
    eventSink.finish()
  }

  /// Returns whether a sound exists, and reports a missing sound once.
  private func exists(_ sound: SoundSource) -> Bool {
    missing.withLock { missing in
      guard let isReported = missing[sound] else { return true }
      missing[sound] = true
      if !isReported { eventSink.yield(.soundUnavailable(sound, SoundFailure(.noSuchSound))) }
      return false
    }
  }
}
