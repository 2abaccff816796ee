import AudioFiles
import TestSupport
import Testing

@testable import Soundtrack

/// Recordings that are written to a file and read again.
@Suite struct RecordedFileTests {
  @Test(arguments: HeardPlan.all, [SoundFormat.wav, .flac])
  func `a file contains every tone, and is silent elsewhere`(plan: HeardPlan, format: SoundFormat) async throws {
    let folder = try TemporaryFolder()
    let recording = try decoded(try await folder.write(Mixer(plan.text, rate: format.rate), as: format))
    #expect(plan.isRecorded(in: recording, at: format.rate))
    for tone in plan.tones {
      let frame = tone.frame(at: format.rate)
      #expect(abs(Correlation.lag(of: tone.tone, at: frame, in: recording, rate: format.rate)) <= 1)
    }
  }
}
