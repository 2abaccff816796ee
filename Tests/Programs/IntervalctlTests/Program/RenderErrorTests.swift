import TestSupport
import TestTraits
import Testing
import UserFiles

@testable import intervalctl

/// Tests of the exact messages for workouts that `render` cannot render.
@Suite(.hangLimit) struct RenderErrorTests {
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
  func `a workout that cannot be rendered is reported with the reason and leaves no file`(
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

  @Test func `a missing plan or output file is reported with an example`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let missing = [
        (["render", "30s"], "error: no output file given"), (["render", "-o", "a.wav"], "error: no PLAN given"),
      ]
      for (arguments, message) in missing {
        let run = try await home.run(arguments)
        #expect(run.status == 64)
        #expect(run.messages.first == message)
        #expect(run.messages.dropFirst().first == "hint: for example: intervalctl render tabata -o tabata.opus")
      }
    }
  }

  @Test func `a missing library or program is reported with the name of its package`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("", to: "lib/libsndfile.so.1")
      try home.folder.write("", to: "rate/libsamplerate.so.0")
      let render = "intervalctl render 'lead-in off\n2s run' -o"
      let sound = try await home.shell("LD_LIBRARY_PATH=$PWD/lib \(render) a.wav")
      #expect(sound.status == 69)
      #expect(sound.output == [])
      #expect(sound.messages.first?.hasPrefix("error: cannot load libsndfile.so.1: ") == true)
      #expect(sound.messages.last == "hint: install it: sudo apt install libsndfile1")
      _ = try await home.shell("\(render) track.wav")
      let rate = try await home.shell("LD_LIBRARY_PATH=$PWD/rate \(render) a.opus --over track.wav")
      #expect(rate.status == 69)
      #expect(rate.messages.last == "hint: install it: sudo apt install libsamplerate0")
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
}
