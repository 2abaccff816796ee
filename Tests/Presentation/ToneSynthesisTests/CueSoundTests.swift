import ToneSynthesis
import FoundationEssentials
import RealModule
import TestSupport
import Testing

@Suite struct CueSoundTests {
  @Test(arguments: CueSound.allCases)
  func `the shipped file is what the program makes`(sound: CueSound) throws {
    let made = WaveFile(rate: CueSound.fileRate, samples: sound.samples(rate: CueSound.fileRate))
    let path = "\(packageRoot)/share/sounds/intervald/stereo/\(sound.rawValue).wav"
    let shipped = [UInt8](try Data(contentsOf: URL(filePath: path)))
    try #require(shipped.count == made.bytes.count)
    #expect(Array(shipped.prefix(44)) == Array(made.bytes.prefix(44)))
    let samples = stride(from: 44, to: shipped.count, by: 2).map { index in
      Int(Int16(bitPattern: UInt16(shipped[index]) | UInt16(shipped[index + 1]) << 8))
    }
    // Another machine's sine may round the other way.
    for (sample, own) in zip(samples, made.samples) where abs(sample - Int(own)) > 1 {
      Issue.record("\(sample) for \(own)")
      return
    }
  }

  @Test(arguments: [
    (CueSound.run, 500), (.walk, 500), (.rest, 500), (.countdown, 150), (.notice, 500), (.last, 500), (.finish, 1500),
    (.pause, 500),
  ])
  func `each sound is short, and below full scale`(sound: CueSound, longest: Int) {
    #expect(sound.length <= .milliseconds(longest))
    let samples = sound.samples(rate: CueSound.fileRate)
    #expect(Double(samples.count) / 44_100 <= Double(longest) / 1000 + 1 / 44_100)
    let peak = samples.map(abs).max() ?? 0
    #expect((0.3...0.8).contains(peak), "\(peak)")
  }

  @Test(arguments: CueSound.allCases)
  func `each sound is there at once, and ends without a click`(sound: CueSound) throws {
    let samples = sound.samples(rate: CueSound.fileRate).map(abs)
    let peak = try #require(samples.max())
    let millisecond = CueSound.fileRate / 1000
    #expect(samples[0] == 0)
    #expect(try #require(samples.prefix(millisecond).max()) > 0.1 * peak)
    #expect(try #require(samples.prefix(5 * millisecond).max()) > 0.7 * peak)
    #expect(try #require(samples.suffix(millisecond).max()) < 0.03 * peak)
    #expect(try #require(samples.last) < 0.001)
  }

  @Test func `all sounds are about equally loud`() throws {
    // The loudest 50 ms of each, in decibels below full scale.
    let loudness = CueSound.allCases.map { sound in
      let samples = sound.samples(rate: 44_100)
      let powers = stride(from: 0, to: samples.count - 2205, by: 441).map { start in
        samples[start..<start + 2205].reduce(0) { $0 + $1 * $1 } / 2205
      }
      return 10 * Double.log10(powers.max() ?? 0)
    }
    let range = try #require(loudness.max()) - (try #require(loudness.min()))
    #expect(range < 6, "\(loudness)")
    #expect(try #require(loudness.min()) > -18)
  }

  @Test(arguments: CueSound.allCases)
  func `each sound is told from all others by its first 100 ms`(sound: CueSound) {
    let beginning = Array(sound.samples(rate: 44_100).prefix(4410))
    let own = Self.power(of: sound.signature, in: beginning)
    #expect((600...3500).contains(sound.signature))
    for other in CueSound.allCases where other != sound {
      let foreign = Self.power(of: other.signature, in: beginning)
      #expect(10 * Double.log10(own / foreign) > 15, "\(other)")
    }
  }

  @Test(arguments: CueSound.allCases)
  func `nearly all of a sound is where small speakers are good`(sound: CueSound) {
    let samples = sound.samples(rate: 16_000)
    let powers = stride(from: 50.0, to: 7000, by: 10).map { frequency in
      (frequency: frequency, power: Self.power(of: frequency, in: samples, rate: 16_000))
    }
    let all = powers.reduce(0) { $0 + $1.power }
    let good = powers.filter { (600...3500).contains($0.frequency) }.reduce(0) { $0 + $1.power }
    #expect(good / all > 0.95)
  }

  @Test(arguments: CueSound.allCases, [8000, 48_000])
  func `a sound is the same at any rate`(sound: CueSound, rate: Int) {
    let samples = sound.samples(rate: rate)
    let fine = sound.samples(rate: rate * 3)
    #expect(abs(samples.count * 3 - fine.count) < 4)
    for (index, sample) in samples.enumerated() where index * 3 < fine.count {
      if abs(sample - fine[index * 3]) > 1e-9 {
        Issue.record("sample \(index): \(sample), and \(fine[index * 3])")
        return
      }
    }
  }

  /// The power of one frequency, by Goertzel's algorithm (American Mathematical Monthly 65, 1958).
  private static func power(of frequency: Double, in samples: [Double], rate: Double = 44_100) -> Double {
    let coefficient = 2 * Double.cos(2 * .pi * frequency / rate)
    var before = 0.0
    var last = 0.0
    for sample in samples { (before, last) = (last, sample + coefficient * last - before) }
    return last * last + before * before - coefficient * last * before
  }
}
