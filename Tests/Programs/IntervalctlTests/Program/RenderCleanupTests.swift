import Glibc
import Subprocess
import TestSupport
import TestTraits
import Testing
import UserFiles

@testable import intervalctl

/// Tests of the files that remain after `render` fails or is interrupted.
@Suite(.hangLimit) struct RenderCleanupTests {
  @Test func `a failed write leaves no new file and keeps an existing file`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("old", to: "a.ogg")
      for type in ["wav", "ogg", "flac", "opus"] {
        // The shell limits files to four blocks of 512 bytes.
        let run = try await home.shell(
          "trap '' XFSZ; ulimit -f 4; intervalctl render 'forever 10s run' --for 10m -o a.\(type) --overwrite; s=$?; ls; exit $s"
        )
        #expect(run.status == 74)
        #expect(run.messages == ["error: cannot save a.\(type): File too large"])
        #expect(run.output.filter { $0.hasPrefix("a.") } == ["a.ogg"])
      }
      #expect(try home.folder.read("a.ogg") == "old")
    }
  }

  /// The cue sheet cannot be saved, because a replacement for espeak-ng creates a folder at its path.
  @Test(
    arguments: [
      (
        "", nil, 73,
        ["error: a.wav.cue already exists", "hint: overwrite it with --overwrite", "hint: or choose another name"]
      ),
      ("--overwrite", nil, 74, ["error: cannot save a.wav.cue: Is a directory"]),
      ("--overwrite", "old", 74, ["error: cannot save a.wav.cue: Is a directory"]),
    ] as [(String, String?, Int32, [String])])
  func `the sound file is not saved if its cue sheet cannot be saved`(
    option: String, existing: String?, status: Int32, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let voice = try await home.shell("intervalctl render 'lead-in off\n1s run' -o voice.wav")
      #expect(voice.status == 0)
      try home.folder.write(
        "#!/bin/sh\nrm -f a.wav.cue 2>/dev/null\nmkdir -p a.wav.cue\nexec cat voice.wav\n", to: "bin/espeak-ng",
        mode: 0o755)
      if let existing {
        try home.folder.write(existing, to: "a.wav")
        try home.folder.write(existing, to: "a.wav.cue")
      }
      let run = try await home.shell("PATH=$PWD/bin:$PATH intervalctl render 2s run -o a.wav --voice \(option)")
      #expect(run == ProgramRun(status: status, messages: messages))
      let remaining = Folder.names(in: home.folder.path).filter { $0.hasPrefix("a.") }.sorted()
      #expect(remaining == (existing == nil ? [] : ["a.wav"]) + ["a.wav.cue"])
      if let existing { #expect(try home.folder.read("a.wav") == existing) }
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `a signal ends render and removes its unfinished file`(signal: Int32)
    async throws
  {
    try await ProgramHome.with(daemon: nil) { home in
      let program = try await home.start("intervalctl render 'forever 30s' --for 99h -o a.flac")
      try await withTimeLimit("the unfinished file") {
        while !Folder.names(in: home.folder.path).contains(where: { $0.hasPrefix("a.flac.") }) {
          try Task.checkCancellation()
          await Task.yield()
        }
      }
      program.send(signal)
      #expect(try await program.end() == .signaled(signal))
      #expect(program.errors.elements == [])
      #expect(Folder.names(in: home.folder.path).filter { $0.hasPrefix("a.") } == [])
    }
  }

  @Test func `a bar shows the progress, and Ctrl-C removes the bar and the unfinished file`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("cd \(home.folder.path); clear")
      try await terminal.enter("intervalctl render 'forever 30s' --for 99h -o a.ogg")
      try await terminal.screen("the progress bar") { lines in
        lines.contains { $0.hasSuffix(" of 99:00:00") && $0.contains("% ") }
      }
      try await terminal.press("C-c")
      let end = try await terminal.screen("the prompt") { $0.count > 1 && $0.last == "$" }
      #expect(!end.contains { $0.contains("99:00:00") })
      #expect(!Folder.names(in: home.folder.path).contains { $0.hasPrefix("a.") })
    }
  }
}
