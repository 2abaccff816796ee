import FoundationEssentials
import Glibc
import Subprocess
import TestSupport
import TestTraits
import Testing
import UserFiles

@testable import intervalctl

/// Tests of the files and the output of `render`.
@Suite(.hangLimit) struct RenderTests {
  private static let plan = "lead-in 2s\ncountdown 1\n2x(2s run, 2s walk)"

  @Test(arguments: ["opus", "ogg", "flac", "wav"])
  func `render writes a sound file and a cue sheet with its chapters`(type: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl render '\(Self.plan)' -o 'a b.\(type)'")
      #expect(
        run == ProgramRun(status: 0, output: ["Saved a b.\(type): 0:11, 10 cues. Chapters: a b.\(type).cue"]))
      #expect(
        try home.folder.read("a b.\(type).cue").split(separator: "\n").prefix(8) == [
          "TITLE \"2x(2s run, 2s walk)\"", "FILE \"a b.\(type)\" WAVE", "  TRACK 01 AUDIO", "    TITLE \"Get ready\"",
          "    INDEX 01 00:00:00", "  TRACK 02 AUDIO", "    TITLE \"Run 2 s, round 1 of 2\"", "    INDEX 01 00:02:00",
        ])
      #expect(
        Folder.names(in: home.folder.path).filter { $0.hasPrefix("a b") }.sorted()
          == [
            "a b.\(type)", "a b.\(type).cue",
          ].sorted())
    }
  }

  @Test func `the title of a recording contains the session of a training program`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("name \"Two\"\nweek 1\n2x session \"Easy\": 2s run", to: "two.program")
      let run = try await home.shell(
        """
        intervalctl render ./two.program --session w1d2 -o two.wav --json | grep -o '"title":"[^"]*"'
        head -1 two.wav.cue; grep -ao 'w1d2 Two' two.wav
        """)
      #expect(run.output == [#""title":"w1d2 Two""#, #"TITLE "w1d2 Two""#, "w1d2 Two"], "\(run)")
    }
  }

  @Test func `existing files are overwritten only with --overwrite, and keep their modes`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("old", to: "out/run.wav", mode: 0o640)
      try home.folder.write("old", to: "out/run.wav.cue", mode: 0o600)
      let hints = ["hint: overwrite it with --overwrite", "hint: or choose another name"]
      #expect(
        try await home.shell("intervalctl render long-run -o out/run.wav")
          == ProgramRun(status: 73, messages: ["error: out/run.wav already exists"] + hints))
      #expect(
        try await home.shell("mv out/run.wav aside; intervalctl render long-run -o out/run.wav; mv aside out/run.wav")
          .messages == ["error: out/run.wav.cue already exists"] + hints)
      let run = try await home.shell(
        """
        umask 022; intervalctl render long-run --for 30s -o out/run.wav --json --overwrite
        stat -c '%a %s' out/run.wav out/run.wav.cue; ls out
        """)
      #expect(
        run.output.first == """
          {"chapters":2,"cueSheet":"out/run.wav.cue","cues":8,"durationMs":36450,"path":"out/run.wav","title":"30/30"}
          """)
      #expect(run.output.dropFirst().prefix(2).map { $0.prefix(3) } == ["640", "600"])
      #expect(run.output.suffix(2) == ["run.wav", "run.wav.cue"])
      #expect(run.messages == [])
      let created = try await home.shell(
        "umask 022; intervalctl render 30s -o a.flac >/dev/null; stat -c %a a.flac a.flac.cue")
      #expect(created.output == ["644", "644"])
    }
  }

  @Test func `the memory in use does not grow with the length of the file`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      _ = try await home.shell("intervalctl render 2s run -o track.wav")
      let program = try await home.start("intervalctl render 'forever 30s' --for 99h -o a.wav --over track.wav")
      /// Waits until the file contains `minutes` of sound, and returns the private memory of the program in KiB.
      func memory(after minutes: UInt) async throws -> Int {
        try await withTimeLimit("\(minutes) minutes of sound") {
          while try Self.length(of: "a.wav", in: home.folder) < minutes * 60 * 44_100 * 2 {
            try Task.checkCancellation()
            await Task.yield()
          }
          return try ProcessFigures(identifier: program.identifier).privateKibibytes()
        }
      }
      let (short, long) = (try await memory(after: 1), try await memory(after: 20))
      #expect(long < short + 1024)
      program.send(SIGTERM)
      try await program.end()
    }
  }

  /// Returns the size in bytes of an unfinished file, which has a temporary name.
  private static func length(of name: String, in folder: TemporaryFolder) throws -> UInt {
    let names = Folder.names(in: folder.path).filter { $0.hasPrefix("\(name).") }
    guard let pending = names.first(where: { !$0.hasPrefix("\(name).cue") }) else { return 0 }
    return try FileManager.default.attributesOfItem(atPath: folder.path(of: pending))[.size] as? UInt ?? 0
  }

  @Test func `a workout is rendered over a track`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell(
        """
        intervalctl render '2s run' -o track.flac >/dev/null
        intervalctl render '10s run' -o a.wav --over track.flac
        """)
      #expect(run.status == 0)
      #expect(run.output == ["Saved a.wav: 0:16, 8 cues. Chapters: a.wav.cue"])
    }
  }
}
