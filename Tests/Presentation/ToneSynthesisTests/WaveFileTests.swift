import ToneSynthesis
import Testing

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
