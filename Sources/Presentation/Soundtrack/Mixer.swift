import ToneSynthesis

/// All that is heard of a workout as one recording, block by block.
///
/// Samples are summed and clipped at full scale. It holds what sounds within a few seconds of the present block, and so
/// takes no more room for a longer workout.
package struct Mixer {
  private var score: Score
  /// The next moment that is not in its place yet; nil behind the last one.
  private var moment: Moment?
  private let rate: Int
  /// The samples of a frame.
  package let channels: Int
  private let voice: (any Voice)?
  private let track: (any BackingTrack)?
  /// Those that were heard so far.
  private var tones: [CueSound: [Float]] = [:]
  private let ducking: Ducking

  /// How many frames there are so far.
  package private(set) var position = 0
  /// How many cues are in their places.
  package private(set) var cues = 0
  /// What sounds now or soon, and what has just sounded.
  private(set) var sounds: [PlacedSound] = []
  private(set) var phrases = PhraseCache()
  /// The frames behind the last tone and the last word that are in their places.
  private var toneEnd = 0
  private var speechEnd = 0
  /// How many frames there are in all, as soon as it is known.
  private var end: Int?

  /// How many frames there are in a block, but for the last one.
  static let block = 8192
  /// How late words may be said, behind others, to be true: as in the daemon (`SpeechDispatcherSpeaker.Limits`).
  static let patience = Duration.seconds(3)
  /// How long words take to fall silent that are cut off.
  private static let release = Duration.milliseconds(10)

  /// Puts a score on a recording.
  ///
  /// - Parameters:
  ///   - score: what is heard when.
  ///   - rate: samples a second.
  ///   - voice: what says the words; nil for no words.
  ///   - track: what is heard behind, whose channels are the recording's; nil for nothing, and one channel.
  package init(_ score: Score, rate: Int, voice: (any Voice)?, track: (any BackingTrack)?) {
    self.score = score
    self.rate = rate
    self.voice = voice
    self.track = track
    channels = track?.channels ?? 1
    ducking = Ducking(rate: rate)
    moment = self.score.next()
  }

  /// The next block, a sample for each channel; nil at the end.
  ///
  /// - Throws: What the voice or the track throws.
  package mutating func nextBlock() async throws -> [Float]? {
    try await placeSounds(before: position + Self.block + ducking.reach)
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
    // What is over may be as one with what follows soon.
    let over = position - ducking.hold
    sounds.removeAll { $0.end <= over }
    return block
  }

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
    if moment.hushes { hush(at: frame) }
    for tone in moment.cues.compactMap(\.tone) {
      toneEnd = max(toneEnd, add(samples(of: tone), at: frame, isSpeech: false))
    }
    for cue in moment.cues {
      let isSaid = try await say(cue.words, at: frame)
      if cue.tone != nil || isSaid { cues += 1 }
    }
  }

  /// Puts words in their place, behind what is heard; false where there are none, or they would come too late.
  private mutating func say(_ words: String?, at frame: Int) async throws -> Bool {
    let start = max(frame, toneEnd, speechEnd)
    guard let words, let voice, start - frame <= Self.patience.frames(at: rate) else { return false }
    let samples = try await samples(of: words, by: voice)
    guard !samples.isEmpty else { return false }
    speechEnd = add(samples, at: start, isSpeech: true)
    return true
  }

  /// Ends what is being said.
  private mutating func hush(at frame: Int) {
    for index in sounds.indices where sounds[index].isSpeech { sounds[index].cut(at: frame) }
    sounds.removeAll { $0.start == $0.end }
    speechEnd = min(speechEnd, frame)
  }

  /// Adds a sound, and says where it ends.
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
    phrases.keep(samples, of: words)
    return samples
  }
}
