import Testing

@testable import Soundtrack

@Suite struct CueSheetTests {
  @Test func `a sheet has a track for each chapter`() {
    let sheet = CueSheet(
      title: "The \"long\" run", file: "a b.opus",
      chapters: [
        .init(title: "Get ready", start: .zero), .init(title: "Run 30 s", start: .milliseconds(10_120)),
        .init(title: "Walk\nfar", start: .seconds(3600 * 2 + 61)),
      ])
    #expect(
      sheet.text == """
        TITLE "The 'long' run"
        FILE "a b.opus" WAVE
          TRACK 01 AUDIO
            TITLE "Get ready"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "Run 30 s"
            INDEX 01 00:10:09
          TRACK 03 AUDIO
            TITLE "Walk far"
            INDEX 01 121:01:00

        """)
  }

  @Test func `of two chapters in a frame the first one has a track`() {
    let starts = [Duration.zero, .milliseconds(5000), .milliseconds(5012), .milliseconds(5014)]
    let sheet = CueSheet(title: "", file: "", chapters: starts.map { .init(title: "", start: $0) })
    let places = sheet.text.split(separator: "\n").filter { $0.contains("INDEX") }.map { $0.suffix(8) }
    #expect(places == ["00:00:00", "00:05:00", "00:05:01"])
  }
}
