import AudioFiles
import FoundationEssentials
import Glibc
import Subprocess
import TestSupport
import Testing
import UserFiles

@testable import intervalctl

/// `render`, to the letter.
@Suite(.timeLimit(.minutes(2))) struct RenderTests {
  private static let plan = "lead-in 2s\ncountdown 1\n2x(2s run, 2s walk)"

  @Test(arguments: ["opus", "ogg", "flac", "wav"])
  func `a workout is a file, with a sheet of chapters beside it`(end: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl render '\(Self.plan)' -o 'a b.\(end)'")
      #expect(
        run == ProgramRun(status: 0, output: ["Saved a b.\(end): 0:11, 10 cues. Chapters: a b.\(end).cue"]))
      #expect(
        try home.folder.read("a b.\(end).cue").split(separator: "\n").prefix(8) == [
          "TITLE \"2x(2s run, 2s walk)\"", "FILE \"a b.\(end)\" WAVE", "  TRACK 01 AUDIO", "    TITLE \"Get ready\"",
          "    INDEX 01 00:00:00", "  TRACK 02 AUDIO", "    TITLE \"Run 2 s, round 1 of 2\"", "    INDEX 01 00:02:00",
        ])
      #expect(
        Folder.names(in: home.folder.path).filter { $0.hasPrefix("a b") }.sorted()
          == [
            "a b.\(end)", "a b.\(end).cue",
          ].sorted())
    }
  }

  @Test func `the result as JSON, in a folder, in place of files that are overwritten`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("old", to: "out/run.wav", mode: 0o640)
      try home.folder.write("old", to: "out/run.wav.cue", mode: 0o600)
      let exists = ["hint: overwrite it with --overwrite", "hint: or choose another name"]
      #expect(
        try await home.shell("intervalctl render long-run -o out/run.wav")
          == ProgramRun(status: 73, messages: ["error: out/run.wav already exists"] + exists))
      #expect(
        try await home.shell("mv out/run.wav aside; intervalctl render long-run -o out/run.wav; mv aside out/run.wav")
          .messages == ["error: out/run.wav.cue already exists"] + exists)
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
      #expect(run.output.suffix(2) == ["run.wav", "run.wav.cue"] && run.messages == [])
      let other = try await home.shell(
        "umask 022; intervalctl render 30s -o a.flac >/dev/null; stat -c %a a.flac a.flac.cue")
      #expect(other.output == ["644", "644"])
    }
  }

  @Test(
    arguments: [
      (
        "30s run -o a.mp3", 64,
        ["error: cannot write '.mp3' files", "hint: use .opus, .ogg, .flac or .wav"]
      ),
      ("30s run -o a", 64, ["error: the type of 'a' is unknown", "hint: use .opus, .ogg, .flac or .wav"]),
      (
        "forever 30s -o a.wav", 65,
        [
          "error: the plan has no end, and a sound file must have one",
          "hint: give its length, for example: --for 1h",
        ]
      ),
      (
        "30s run, open walk -o a.wav", 65,
        [
          "error: the plan has no end, and a sound file must have one",
          "hint: give its length, for example: --for 1h",
        ]
      ),
      (
        "30s run -o a.wav --for soon", 64,
        ["error: --for: found 'soon', expected a time such as 10s", "  soon", "  ^"]
      ),
      (
        "30s run -o a.wav --for 0s", 64,
        ["error: --for: '0s' must be longer than zero", "  0s", "  ^"]
      ),
      (
        "--text 'countdown off\n"
          + ["start", "last", "finish", "halfway", "next"].map { "cue \($0) off\n" }.joined() + "30s run' -o a.wav",
        65,
        [
          "error: no cue of the plan has a sound", "hint: turn sounds on in the plan or in intervald.conf",
          "hint: or add spoken cues with --voice",
        ]
      ),
      (
        "30s run -o 'a\"b.wav'", 64,
        [
          "error: a\"b.wav: the name of a sound file cannot contain quotes or line ends",
          "hint: choose another name",
        ]
      ),
      (
        "--text 'sound off\n30s run' -o a.wav", 65,
        [
          "error: no cue of the plan has a sound", "hint: turn sounds on in the plan or in intervald.conf",
          "hint: or add spoken cues with --voice",
        ]
      ),
      ("30s run -o none/a.wav", 74, ["error: cannot save none/a.wav: No such file or directory"]),
      ("30s run -o /proc/a.wav", 74, ["error: cannot save /proc/a.wav: No such file or directory"]),
      ("30s run -o pipe.wav", 74, ["error: cannot save pipe.wav: not a regular file"]),
      ("30s run -o sheet.wav", 74, ["error: cannot save sheet.wav.cue: not a regular file"]),
      ("30s run -o a.wav --over none.ogg", 66, ["error: cannot read none.ogg: No such file or directory"]),
      ("30s run -o a.wav --over config", 66, ["error: cannot read config: Is a directory"]),
      ("30s run -o a.wav --over pipe.wav", 66, ["error: cannot read pipe.wav: not a regular file"]),
      (
        "30s run -o a.wav --over text.ogg", 65,
        [
          "error: cannot read text.ogg: not a sound file that libsndfile can read",
          "hint: use .ogg, .opus, .flac, .wav or .mp3, or convert it: ffmpeg -i IN OUT.flac",
        ]
      ),
      (
        "30s run -o a.wav --over short.wav", 65,
        ["error: short.wav is shorter than a second; a track must last at least a second"]
      ),
      (
        "30s run -o other.wav --over other.wav.cue", 64,
        ["error: -o and --over are the same file: other.wav.cue", "hint: choose another name for the output"]
      ),
      (
        "30s run -o short.wav --over ./short.wav", 64,
        ["error: -o and --over are the same file: ./short.wav", "hint: choose another name for the output"]
      ),
    ] as [(String, Int32, [String])])
  func `what cannot be done says why, and leaves nothing`(
    arguments: String, status: Int32, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("no sound\n", to: "text.ogg")
      let short = try await home.shell(
        """
        touch other.wav.cue; mkfifo pipe.wav sheet.wav.cue
        intervalctl render 1s run -o s.wav && head -c 20000 s.wav > short.wav
        """)
      #expect(short.status == 0)
      let run = try await home.shell("ls > before; intervalctl render \(arguments); s=$?; ls | diff before -; exit $s")
      #expect(run == ProgramRun(status: status, messages: messages))
    }
  }

  @Test func `what is missing on the command line is asked for`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let missing = [
        (["render", "30s"], "error: no output file given"), (["render", "-o", "a.wav"], "error: no PLAN given"),
      ]
      for (arguments, message) in missing {
        let run = try await home.run(arguments)
        #expect(run.status == 64 && run.messages.first == message)
        #expect(run.messages.dropFirst().first == "hint: for example: intervalctl render tabata -o tabata.opus")
      }
    }
  }

  @Test func `a disk that is full leaves nothing behind, and what was there as it was`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("old", to: "a.ogg")
      for end in ["wav", "ogg", "flac", "opus"] {
        // No file may be longer than four blocks of 512 bytes.
        let run = try await home.shell(
          "trap '' XFSZ; ulimit -f 4; intervalctl render 'forever 10s run' --for 10m -o a.\(end) --overwrite; s=$?; ls; exit $s"
        )
        #expect(run.status == 74 && run.messages == ["error: cannot save a.\(end): File too large"])
        #expect(run.output.filter { $0.hasPrefix("a.") } == ["a.ogg"])
      }
      #expect(try home.folder.read("a.ogg") == "old")
    }
  }

  /// A folder appears in the place of the cue sheet while the sound is rendered.
  @Test(
    arguments: [
      (
        "", nil, 73,
        ["error: a.wav.cue already exists", "hint: overwrite it with --overwrite", "hint: or choose another name"]
      ),
      ("--overwrite", nil, 74, ["error: cannot save a.wav.cue: Is a directory"]),
      ("--overwrite", "old", 74, ["error: cannot save a.wav.cue: Is a directory"]),
    ] as [(String, String?, Int32, [String])])
  func `a cue sheet that cannot be put in its place leaves the earlier sound file, or none`(
    option: String, earlier: String?, status: Int32, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let voice = try await home.shell("intervalctl render 'lead-in off\n1s run' -o voice.wav")
      #expect(voice.status == 0)
      try home.folder.write(
        "#!/bin/sh\nrm -f a.wav.cue 2>/dev/null\nmkdir -p a.wav.cue\nexec cat voice.wav\n", to: "bin/espeak-ng",
        mode: 0o755)
      if let earlier {
        try home.folder.write(earlier, to: "a.wav")
        try home.folder.write(earlier, to: "a.wav.cue")
      }
      let run = try await home.shell("PATH=$PWD/bin:$PATH intervalctl render 2s run -o a.wav --voice \(option)")
      #expect(run == ProgramRun(status: status, messages: messages))
      let left = Folder.names(in: home.folder.path).filter { $0.hasPrefix("a.") }.sorted()
      #expect(left == (earlier == nil ? [] : ["a.wav"]) + ["a.wav.cue"])
      if let earlier { #expect(try home.folder.read("a.wav") == earlier) }
    }
  }

  @Test func `libraries and programs that are not there are named with their packages`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("", to: "lib/libsndfile.so.1")
      try home.folder.write("", to: "rate/libsamplerate.so.0")
      let render = "intervalctl render 'lead-in off\n2s run' -o"
      let sound = try await home.shell("LD_LIBRARY_PATH=$PWD/lib \(render) a.wav")
      #expect(sound.status == 69 && sound.output == [])
      #expect(sound.messages.first?.hasPrefix("error: cannot load libsndfile.so.1: ") == true)
      #expect(sound.messages.last == "hint: install it: sudo apt install libsndfile1")
      _ = try await home.shell("\(render) track.wav")
      let rate = try await home.shell("LD_LIBRARY_PATH=$PWD/rate \(render) a.opus --over track.wav")
      #expect(rate.status == 69 && rate.messages.last == "hint: install it: sudo apt install libsamplerate0")
      let espeak = try await home.shell("p=$(command -v intervalctl); PATH=none $p render 2s run -o a.wav --voice")
      #expect(
        espeak
          == ProgramRun(
            status: 69,
            messages: [
              "error: espeak-ng is not installed; --voice requires it", "hint: install it: sudo apt install espeak-ng",
            ]))
      #expect(!Folder.names(in: home.folder.path).contains { $0.hasPrefix("a.") })
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `a signal leaves nothing behind`(signal: Int32) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let program = try await home.start("intervalctl render 'forever 30s' --for 99h -o a.flac")
      try await withTimeLimit("the file") {
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

  @Test func `what is held does not grow with the length`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      _ = try await home.shell("intervalctl render 2s run -o track.wav")
      let program = try await home.start("intervalctl render 'forever 30s' --for 99h -o a.wav --over track.wav")
      /// The memory of its own that the program holds when the file has so many minutes, in KiB.
      func memory(after minutes: UInt) async throws -> Int {
        try await withTimeLimit("\(minutes) min") {
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

  /// How many bytes there are of a file that is being written beside its place.
  private static func length(of name: String, in folder: TemporaryFolder) throws -> UInt {
    let names = Folder.names(in: folder.path).filter { $0.hasPrefix("\(name).") }
    guard let pending = names.first(where: { !$0.hasPrefix("\(name).cue") }) else { return 0 }
    return try FileManager.default.attributesOfItem(atPath: folder.path(of: pending))[.size] as? UInt ?? 0
  }

  @Test func `a track gives the file its channels`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell(
        """
        intervalctl render '2s run' -o track.flac >/dev/null
        intervalctl render '10s run' -o a.wav --over track.flac
        """)
      #expect(run.status == 0 && run.output == ["Saved a.wav: 0:16, 8 cues. Chapters: a.wav.cue"])
    }
  }
}
