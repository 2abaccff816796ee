import TerminalUI
import TestSupport
import TestTraits
import Testing
import Text

@testable import intervalctl

/// Tests of the exact output of `show`.
@Suite(.hangLimit) struct ShowTests {
  private static let plan = "until 5km (30s run @11:30/mi, 40s walk @16:30/mi)"

  @Test func `a plan is shown as an outline, totals and a profile`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["show", Self.plan])
      #expect(
        run.output == [
          "Plan                   Time    km  min/mi", "until 5km, 38 rounds  43:12  5.00   13:54",
          "├ 30s run              0:30  0.07   11:30", "└ 40s walk             0:40  0.07   16:30", "",
          "Time       43:12", "Lead-in    5 s", "Distance   5.00 km", "Intervals  75", "Pace       13:54/mi", "",
        ]
          + Array(
            repeating: "█ █ ▐ ▐▌▐▌ ▌ █ █ ▐ ▐▌▐▌ ▌ █ █ █ ▐▌▐▌▐▌ █ █ █ ▐▌▐▌▐▌ █ █ █ ▐▌▐▌▐▌ ▌ █ █ ▐ ▐▌▐▌ ▌▐", count: 2)
          + Array(repeating: String(repeating: "█", count: 80), count: 4) + [
            "└──────────────────┴─────────────────┴──────────────────┴──────────────────────┴",
            "0:00               10:00             20:00              30:00              43:12",
          ])
    }
  }

  @Test func `options override settings and units`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run([
        "show", "30s run, 400mtr walk @10:00/km", "--pace", "run=6:00/km", "--lead-in", "off", "--distance-units", "mi",
        "--pace-units", "kph",
      ])
      #expect(
        run.output.prefix(9) == [
          "Plan         Time    mi    kph", "30s run      0:30  0.05  10.00", "400mtr walk  4:00  0.25   6.00", "",
          "Time       4:30", "Distance   0.30 mi", "Intervals  2", "Pace       6.44 kph", "",
        ])
      // The option for the distance unit does not change the texts of cues.
      let line = "intervalctl show 'cue split voice\n2km run @6:00/km' --cues"
      #expect(try await home.shell("\(line) --distance-units mi").output.suffix(8) == home.shell(line).output.suffix(8))
    }
  }

  @Test func `an argument that is not a plan in notation is read as the name of a file`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      for name in ["30/30", "notes", "30s"] { try home.folder.write("2x(1m run)", to: name) }
      for name in ["30/30", "notes"] {
        let run = try await home.shell("intervalctl show --json '\(name)'")
        #expect(run.output.first?.contains(#""plan":"2x(1m run)""#) == true, "\(run)")
      }
      let notation = try await home.shell("intervalctl show 30s --json")
      #expect(notation.output.first?.contains(#""plan":"30s""#) == true)
      let folder = try await home.shell("mkdir pushups; intervalctl show pushups")
      #expect(folder.status == 66)
      #expect(folder.messages.first == "error: no plan is named 'pushups'")
    }
  }

  @Test(arguments: [40, 80, 200]) func `the output fits the width of the terminal`(width: Int) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write(
        """
        name "A long run along the river and back, with a title that runs on and on, to the hill"
        about "Thirty seconds of running and thirty of walking, to ten miles, after a great warm-up."
        cue start notification sound voice hook
        5m warmup @15:00/mi "by the river"
        until 30km (4x(30s run @11:30/mi "up the hill", 30s walk @16:30/mi "and down again"), 60s walk @16:30/mi)
        3x(2x(2x(2x(2x(2x(10s recover @16:30/mi "deep down"))))))
        """, to: "long.plan")
      for line in ["long.plan", "long.plan --schedule", "long.plan --cues", "\"3x(30s, open)\" --schedule --cues"] {
        let run = try await home.shell("script -qec 'stty columns \(width); intervalctl show \(line)' /dev/null")
        #expect(run.status == 0)
        for text in run.output {
          #expect(text.withoutSequences.filter { $0 != "\r" }.columns <= width, "\(line): \(text)")
        }
        let whole = try await home.shell("intervalctl show \(line)").output
        #expect(!whole.contains { $0.hasSuffix("…") && !$0.hasSuffix("█…") })
      }
    }
  }

  @Test func `show --svg writes a complete picture, and overwrites a file only with --overwrite`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let picture = try await home.shell("intervalctl show long-run --svg -").output
      #expect(picture.first == #"<?xml version="1.0" encoding="UTF-8"?>"#)
      #expect(picture.last == "</svg>")
      #expect(picture.contains("<title>30/30</title>"))
      let run = try await home.shell("umask 022; intervalctl show long-run --svg a.svg; stat -c %a a.svg")
      #expect(run == ProgramRun(status: 0, output: ["644"]))
      try home.folder.write("old", to: "a.svg", mode: 0o600)
      #expect(
        try await home.shell("intervalctl show long-run --svg a.svg")
          == ProgramRun(
            status: 73,
            messages: [
              "error: a.svg already exists", "hint: overwrite it with --overwrite", "hint: or choose another name",
            ]))
      #expect(try home.folder.read("a.svg") == "old")
      let other = try await home.shell(
        "umask 022; intervalctl show long-run --svg a.svg --overwrite; stat -c %a a.svg")
      #expect(other == ProgramRun(status: 0, output: ["600"]))
      #expect(try home.folder.read("a.svg") == picture.map { "\($0)\n" }.joined())
      let pipe = try await home.shell(
        "mkfifo pipe; cat pipe & intervalctl show long-run --svg pipe; wait; test -p pipe && echo kept")
      #expect(pipe == ProgramRun(status: 0, output: picture + ["kept"]))
      #expect(
        try await home.shell("intervalctl show 30s --svg none/a.svg")
          == ProgramRun(status: 74, messages: ["error: cannot save none/a.svg: No such file or directory"]))
      #expect(
        try await home.shell("intervalctl show 30s --svg ''")
          == ProgramRun(status: 74, messages: ["error: cannot save '': No such file or directory"]))
      let link = try await home.shell("ln -s nowhere link; intervalctl show 30s --svg link; readlink link")
      #expect(
        link
          == ProgramRun(
            status: 0, output: ["nowhere"],
            messages: ["error: cannot save link: a symbolic link to a file that does not exist"]))
      #expect(try await home.shell("intervalctl show 30s --svg - >/dev/full").status == 74)
      for (options, message) in [
        ("--svg - --json", "error: --svg cannot be combined with --json, --schedule or --cues"),
        ("--overwrite", "error: --overwrite requires --svg"),
        ("--name tabata", "error: PLAN, --name and --text cannot be combined"),
      ] {
        let run = try await home.shell("intervalctl show 30s \(options)")
        #expect(run.status == 64)
        #expect(run.messages.first == message)
      }
    }
  }
}
