import ToneSynthesis

/// Renders the sounds of a workout to a recording, block by block.
///
/// The mixer adds up the samples and clips the sums at full scale. It holds only the sounds within a few seconds of the
/// current block, so its memory does not grow with the length of the workout.
package struct Mixer {
  private var score: Score
  /// The next moment whose sounds have not been placed; nil after the last moment.
  private var moment: Moment?
  private let rate: Int
  /// The number of samples in a frame.
  package let channels: Int
  private let voice: (any Voice)?
  private let track: (any BackingTrack)?
  /// The samples of the tones that have been rendered so far.
  private var tones: [CueSound: [Float]] = [:]
  private let ducking: Ducking

  /// The number of frames rendered so far.
  package private(set) var position = 0
  /// The number of cues placed so far.
  package private(set) var cues = 0
  /// The placed sounds shortly before and after the current block.
  private(set) var sounds: [PlacedSound] = []
  private(set) var phrases = PhraseCache()
  /// The frame after the end of the last placed tone.
  private var toneEnd = 0
  /// The frame after the end of the last placed phrase.
  private var speechEnd = 0
  /// The total number of frames; nil while it is unknown.
  private var end: Int?

  /// The number of frames of each block except the last.
  static let block = 8192
  /// The maximum delay of words that wait for earlier tones and words to end.
  ///
  /// The daemon has the same limit (`SpeechDispatcherSpeaker.Limits`).
  static let staleness = Duration.seconds(3)
  /// The length of the fade-out of words that are cut off.
  private static let release = Duration.milliseconds(10)

  /// - Parameters:
  ///   - score: The cues and their times.
  ///   - rate: The sample rate in hertz.
  ///   - voice: The voice that speaks the words; nil to omit the words.
  ///   - track: The background track, which determines the number of channels; nil for no track and one channel.
  package init(_ score: Score, rate: Int, voice: (any Voice)?, track: (any BackingTrack)?) {
    self.score = score
    self.rate = rate
    self.voice = voice
    self.track = track
    channels = track?.channels ?? 1
    ducking = Ducking(rate: rate)
    moment = self.score.next()
  }

  /// Returns the next block of interleaved samples; nil at the end.
  ///
  /// - Throws: The errors of the voice and the track.
  package mutating func nextBlock() async throws -> [Float]? {
    try await placeSounds(before: position + Self.block + ducking.lookahead)
    let count = min(Self.block, end.map { $0 - position } ?? Self.block)
    guard count > 0 else { return nil }
    var block = try track?.read(count) ?? [Float](repeating: 0, count: count * channels)
    if track != nil {
      let spans = sounds.map { $0.start..<$0.end }
      ducking.apply(to: &block, from: position, spans: spans, end: end, channels: channels)
    }
    let heard = sounds.filter { $0.start < position + count && position < $0.end }
    for sound in heard { sound.add(to: &block, from: position, channels: channels) }
    if track != nil || !heard.isEmpty { for index in block.indices { block[index] = min(max(block[index], -1), 1) } }
    position += count
    // A sound remains in the list for `ducking.hold` after its end, because ducking joins two sounds if the gap between
    // them is shorter than `hold`.
    let limit = position - ducking.hold
    sounds.removeAll { $0.end <= limit }
    return block
  }

  /// Places the sounds of all moments before a frame.
  private mutating func placeSounds(before frame: Int) async throws {
    guard end == nil else { return }
    var last = 0
    while let moment {
      last = moment.at.frames(at: rate)
      guard last < frame else { return }
      try await place(moment, at: last)
      self.moment = score.next()
    }
    end = sounds.map(\.end).reduce(last, max)
  }

  private mutating func place(_ moment: Moment, at frame: Int) async throws {
    if moment.cutsOffSpeech { cutOffSpeech(at: frame) }
    for tone in moment.cues.compactMap(\.tone) {
      toneEnd = max(toneEnd, add(samples(of: tone), at: frame, isSpeech: false))
    }
    for cue in moment.cues {
      let isSpoken = try await speak(cue.words, at: frame)
      if cue.tone != nil || isSpoken { cues += 1 }
    }
  }

  /// Places words after the tones and words placed so far.
  ///
  /// - Returns: Whether the words were placed; words that would begin too late are dropped.
  private mutating func speak(_ words: String?, at frame: Int) async throws -> Bool {
    let start = max(frame, toneEnd, speechEnd)
    guard let words, let voice, start - frame <= Self.staleness.frames(at: rate) else { return false }
    let samples = try await samples(of: words, by: voice)
    guard !samples.isEmpty else { return false }
    speechEnd = add(samples, at: start, isSpeech: true)
    return true
  }

  /// Cuts off all speech at a frame.
  private mutating func cutOffSpeech(at frame: Int) {
    for index in sounds.indices where sounds[index].isSpeech { sounds[index].cut(at: frame) }
    sounds.removeAll { $0.start == $0.end }
    speechEnd = min(speechEnd, frame)
  }

  /// Adds a sound, and returns the frame after its end.
  private mutating func add(_ samples: [Float], at start: Int, isSpeech: Bool) -> Int {
    let sound = PlacedSound(samples, at: start, isSpeech: isSpeech, release: Self.release.frames(at: rate))
    sounds.append(sound)
    return sound.end
  }

  private mutating func samples(of tone: CueSound) -> [Float] {
    let samples = tones[tone] ?? tone.samples(rate: rate).map(Float.init)
    tones[tone] = samples
    return samples
  }

  private mutating func samples(of words: String, by voice: any Voice) async throws -> [Float] {
    if let samples = phrases.samples(of: words) { return samples }
    let samples = try await voice.samples(of: words, rate: rate)
    phrases.store(samples, of: words)
    return samples
  }
}

/// An endless recording, such as music, that plays in the background of the cues.
package protocol BackingTrack {
  /// The number of channels: 1 or 2.
  var channels: Int { get }

  /// Returns the next frames as interleaved samples.
  func read(_ frames: Int) throws -> [Float]
}

/// Speaks the words of cues.
package protocol Voice {
  /// Returns the spoken text as samples of one channel at the given sample rate.
  func samples(of words: String, rate: Int) async throws -> [Float]
}

/// A sound at its position in the recording.
struct PlacedSound: Equatable, Sendable {
  let samples: [Float]
  /// The frame of the sound's first sample.
  let start: Int
  /// The frame after the sound's last sample.
  private(set) var end: Int
  let isSpeech: Bool
  /// The length of the fade-out in frames; the fade-out avoids a click if the sound is cut off.
  private let release: Int

  init(_ samples: [Float], at start: Int, isSpeech: Bool, release: Int) {
    self.samples = samples
    self.start = start
    end = start + samples.count
    self.isSpeech = isSpeech
    self.release = release
  }

  /// Ends the sound at a frame, unless it ends earlier.
  mutating func cut(at frame: Int) { end = min(end, max(start, frame)) }

  /// Adds the part of the sound that is within a block to each channel of the block.
  ///
  /// - Parameters:
  ///   - block: Interleaved samples.
  ///   - begin: The first frame of the block.
  ///   - channels: The number of samples of a frame.
  func add(to block: inout [Float], from begin: Int, channels: Int) {
    let (first, last) = (max(start, begin), min(end, begin + block.count / channels))
    guard first < last else { return }
    let isCut = end - start < samples.count
    for frame in first..<last {
      let gain = isCut ? min(1, Float(end - frame) / Float(release)) : 1
      let sample = gain * samples[frame - start]
      let index = (frame - begin) * channels
      for channel in 0..<channels { block[index + channel] += sample }
    }
  }
}

/// A cache of recently spoken phrases.
///
/// Most workouts repeat the same phrases.
struct PhraseCache {
  /// The phrases in the order of their last use, the oldest first.
  private var phrases: [(words: String, samples: [Float])] = []
  /// The number of samples in the cache.
  private(set) var count = 0

  /// The maximum number of samples in the cache: about 45 seconds at 48 kHz, or 8 MiB.
  static let limit = 1 << 21

  /// Returns the samples of a text, if they are in the cache.
  mutating func samples(of words: String) -> [Float]? {
    guard let index = phrases.firstIndex(where: { $0.words == words }) else { return nil }
    let phrase = phrases.remove(at: index)
    phrases.append(phrase)
    return phrase.samples
  }

  /// Adds a phrase, and removes the oldest phrases if the cache exceeds its limit.
  ///
  /// A phrase that alone exceeds the limit is not added.
  mutating func store(_ samples: [Float], of words: String) {
    guard samples.count <= Self.limit else { return }
    phrases.append((words, samples))
    count += samples.count
    while count > Self.limit { count -= phrases.removeFirst().samples.count }
  }
}

extension Duration {
  /// Returns the duration in frames at a sample rate, rounded to the nearest integer; half a frame is rounded up.
  ///
  /// With integer arithmetic, the result is exact even after a hundred hours.
  package func frames(at rate: Int) -> Int {
    let second = Duration.seconds(1).attoseconds
    return Int((attoseconds * Int128(rate) + second / 2) / second)
  }
}
