import FoundationEssentials
import RealModule
import TestSupport
import Testing
import ToneSynthesis

@Suite struct CueSoundTests {
  @Test(arguments: CueSound.allCases)
  func `an installed sound file has the rendered samples`(sound: CueSound) throws {
    let rendered = WaveFile(rate: CueSound.fileRate, samples: sound.samples(rate: CueSound.fileRate))
    let path = "\(packageRoot)/share/sounds/intervald/stereo/\(sound.rawValue).wav"
    let installed = [UInt8](try Data(contentsOf: URL(filePath: path)))
    try #require(installed.count == rendered.bytes.count)
    #expect(Array(installed.prefix(44)) == Array(rendered.bytes.prefix(44)))
    let samples = stride(from: 44, to: installed.count, by: 2).map { index in
      Int(Int16(bitPattern: UInt16(installed[index]) | UInt16(installed[index + 1]) << 8))
    }
    // On another machine, the sine function may round differently.
    for (sample, expected) in zip(samples, rendered.samples) where abs(sample - Int(expected)) > 1 {
      Issue.record("the sample is \(sample) instead of \(expected)")
      return
    }
  }

  @Test(arguments: [
    (CueSound.run, 500), (.walk, 500), (.rest, 500), (.countdown, 150), (.notice, 500), (.last, 500), (.finish, 1500),
    (.pause, 500),
  ])
  func `each sound is short, and below full scale`(sound: CueSound, maxLength: Int) {
    #expect(sound.length <= .milliseconds(maxLength))
    let samples = sound.samples(rate: CueSound.fileRate)
    #expect(Double(samples.count) / 44_100 <= Double(maxLength) / 1000 + 1 / 44_100)
    let peak = samples.map(abs).max() ?? 0
    #expect((0.3...0.8).contains(peak), "\(peak)")
    // The maximum volume is 150 %.
    #expect(1.5 * peak < 0.95, "\(peak)")
  }

  @Test(arguments: CueSound.allCases)
  func `each sound begins at once, and ends without a click`(sound: CueSound) throws {
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
    // The loudness of the loudest 50 ms of each sound, in decibels relative to full scale.
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
  func `the first 100 ms distinguish each sound from all others`(sound: CueSound) {
    let beginning = Array(sound.samples(rate: 44_100).prefix(4410))
    let own = Self.power(of: sound.signature, in: beginning)
    #expect((600...3500).contains(sound.signature))
    for other in CueSound.allCases where other != sound {
      let otherPower = Self.power(of: other.signature, in: beginning)
      #expect(10 * Double.log10(own / otherPower) > 15, "\(other)")
    }
  }

  @Test(arguments: CueSound.allCases)
  func `nearly all energy of a sound is in the range of small speakers`(sound: CueSound) {
    let samples = sound.samples(rate: 16_000)
    let powers = stride(from: 50.0, to: 7000, by: 10).map { frequency in
      (frequency: frequency, power: Self.power(of: frequency, in: samples, rate: 16_000))
    }
    let total = powers.reduce(0) { $0 + $1.power }
    let audible = powers.filter { (600...3500).contains($0.frequency) }.reduce(0) { $0 + $1.power }
    #expect(audible / total > 0.95)
  }

  @Test(arguments: CueSound.allCases, [8000, 48_000])
  func `a sound is the same at any rate`(sound: CueSound, rate: Int) {
    let samples = sound.samples(rate: rate)
    let fine = sound.samples(rate: rate * 3)
    #expect(abs(samples.count * 3 - fine.count) < 4)
    for (index, sample) in samples.enumerated() where index * 3 < fine.count {
      if abs(sample - fine[index * 3]) > 1e-9 {
        Issue.record("sample \(index) is \(sample), but \(fine[index * 3]) at the higher rate")
        return
      }
    }
  }

  /// Returns the power of a frequency, computed with Goertzel's algorithm (American Mathematical Monthly 65, 1958).
  private static func power(of frequency: Double, in samples: [Double], rate: Double = 44_100) -> Double {
    let coefficient = 2 * Double.cos(2 * .pi * frequency / rate)
    var before = 0.0
    var last = 0.0
    for sample in samples { (before, last) = (last, sample + coefficient * last - before) }
    return last * last + before * before - coefficient * last * before
  }
}

@Suite struct WaveFileTests {
  @Test func `a file is a header of 44 bytes and its samples, lowest byte first`() {
    let file = WaveFile(rate: 8000, samples: [0, -2, 0x1234] as [Int16])
    #expect(
      file.bytes == Array("RIFF".utf8) + [42, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0]
        + [0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0] + Array("data".utf8) + [6, 0, 0, 0]
        + [0, 0, 0xFE, 0xFF, 0x34, 0x12])
  }

  @Test func `samples are rounded to 16 bits, and clipped`() {
    let file = WaveFile(rate: 8000, samples: [0.5, -0.5, 1, -1, 7, -7] as [Double])
    #expect(file.samples == [16384, -16384, 32767, -32767, 32767, -32767])
  }
}
