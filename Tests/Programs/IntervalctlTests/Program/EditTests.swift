import Glibc
import PlanLibrary
import PlanNotation
import TestSupport
import Testing
import UserFiles

@testable import intervalctl

/// Tests of `edit`, with shell commands as editors.
@Suite struct EditTests {
  private static let planFile = "config/intervald/plans/long-run.plan"

  @Test func `the edited text replaces the plan`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("4x(30s run, 30s walk)\n", to: Self.planFile)
      let run = try await edit("long-run", in: home, ["EDITOR": "sed -i s/4x/5x/"])
      #expect(run.status == 0)
      #expect(run.output.first == "long-run")
      #expect(run.output.last == "Saved as long-run: \(home.folder.path)/\(Self.planFile)")
      #expect(try home.folder.read(Self.planFile) == "5x(30s run, 30s walk)\n")
      #expect(try await drafts(in: home) == [])
    }
  }

  /// Each case has the editor, the exit status, the messages, and whether a draft remains.
  ///
  /// DRAFT in a message is the folder of the draft.
  @Test(
    arguments: [
      ("true", 0, [], false),
      (
        "sed -i s/run/rum/", 65,
        [
          "error: DRAFT/long-run.plan:1:8: found 'rum', expected a kind such as run, '@', ',' or the end of the line",
          "  4x(30s rum, 30s walk)", "         ^", "hint: did you mean 'run'?",
          "hint: your text is in DRAFT/long-run.plan",
        ], true
      ),
      (
        "printf '30s run # \\351t\\351\\n' >", 65,
        [
          "error: DRAFT/long-run.plan is not UTF-8 text", "hint: your text is in DRAFT/long-run.plan",
        ], true
      ),
      (
        "false", 69,
        [
          "error: the editor 'false' failed with exit status 1",
          "hint: choose an editor, for example: EDITOR=nano intervalctl edit NAME",
        ],
        false
      ),
      (
        "kill -KILL $$ #", 69,
        [
          "error: the editor 'kill -KILL $$ #' was ended by signal 9",
          "hint: choose an editor, for example: EDITOR=nano intervalctl edit NAME",
        ], false
      ),
      (
        "rm", 66,
        ["error: cannot read DRAFT/long-run.plan: No such file or directory"], false
      ),
      (
        "echo 2x30s > \"$HOME/config/intervald/plans/long-run.plan\"; echo 3x30s >", 73,
        [
          "error: the plan 'long-run' has changed while you edited it, and was not overwritten",
          "hint: your text is in DRAFT/long-run.plan",
        ], true
      ),
    ] as [(String, Int32, [String], Bool)])
  func `only a valid change replaces the plan, and no written text is lost`(
    editor: String, status: Int32, messages: [String], hasDraft: Bool
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("4x(30s run, 30s walk)\n", to: Self.planFile)
      let run = try await edit("long-run", in: home, ["VISUAL": editor, "EDITOR": "false"])
      #expect(run.status == status)
      let drafts = try await drafts(in: home)
      #expect(drafts.isEmpty == !hasDraft)
      #expect(run.messages.map { Self.withoutFolder($0) } == messages)
      let text = try home.folder.read(Self.planFile)
      #expect(text == (messages.first?.contains("changed") == true ? "2x30s\n" : "4x(30s run, 30s walk)\n"))
    }
  }

  private static let couch = "name \"Couch\"\n\nweek 1\n2x session: 5m warmup, 20m run\n\nweek 2\nsession: 30m run\n"
  private static let programFile = "config/intervald/plans/couch.program"

  @Test func `the edited text replaces the program`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write(Self.couch, to: Self.programFile)
      let run = try await edit("couch", in: home, ["EDITOR": "sed -i s/30m/40m/"])
      #expect(
        run
          == ProgramRun(
            status: 0,
            output: [
              "Couch", "2 weeks   3 sessions   1:30:00", "Saved as couch: \(home.folder.path)/\(Self.programFile)",
            ]))
      #expect(try home.folder.read(Self.programFile) == Self.couch.replacing("30m", with: "40m"))
      #expect(try await drafts(in: home) == [])
      #expect(try await edit("couch", in: home, ["EDITOR": "true"]).output == ["couch was not changed."])
    }
  }

  /// Each case has the editor, the exit status and the messages.
  @Test(
    arguments: [
      (
        "sed -i 's/30m run/30m rum/'", 65,
        [
          "error: DRAFT/couch.program:7:14: found 'rum', expected a kind such as run, '@', ',' or the end of the line",
          "  session: 30m rum", "               ^", "hint: did you mean 'run'?",
          "hint: your text is in DRAFT/couch.program",
        ]
      ),
      (
        "sed -i s/30m/1km/", 65,
        [
          "error: DRAFT/couch.program:7:10: the run has a distance but no pace, so its duration is unknown",
          "  session: 1km run", "           ^", "hint: write 1km run @6:00/km",
          "hint: or set it for every run, in the settings: pace run 6:00/km",
          "hint: your text is in DRAFT/couch.program",
        ]
      ),
      (
        "cd \"$HOME/config/intervald/plans\"; sed -i s/20m/10m/ couch.program; sed -i s/20m/15m/", 73,
        [
          "error: the training program 'couch' has changed while you edited it, and was not overwritten",
          "hint: your text is in DRAFT/couch.program",
        ]
      ),
    ] as [(String, Int32, [String])])
  func `only a valid change replaces the program`(editor: String, status: Int32, messages: [String]) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write(Self.couch, to: Self.programFile)
      let run = try await edit("couch", in: home, ["EDITOR": editor])
      #expect(run.status == status)
      #expect(run.messages.map { Self.withoutFolder($0) } == messages)
      #expect(try await drafts(in: home).count == 1)
      #expect(
        try home.folder.read(Self.programFile) == (status == 73 ? Self.couch.replacing("20m", with: "10m") : Self.couch)
      )
    }
  }

  @Test func `the edited copy of an installed program is saved as one of the user's own programs`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let installed = try home.folder.write(Self.couch, to: "data/intervald/plans/couch.program")
      let data = ["XDG_DATA_DIRS": "\(home.folder.path)/data"]
      let run = try await edit("couch", in: home, data.merging(["EDITOR": "sed -i s/30m/40m/"]) { $1 })
      #expect(run.status == 0)
      #expect(run.messages == ["note: this hides \(installed)"])
      #expect(try home.folder.read(Self.programFile) == Self.couch.replacing("30m", with: "40m"))
      #expect(try home.folder.read("data/intervald/plans/couch.program") == Self.couch)
    }
  }

  @Test func `a name that is both a plan and a program is not edited`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let program = try home.folder.write(Self.couch, to: Self.programFile)
      let plan = try home.folder.write("30s", to: "config/intervald/plans/couch.plan")
      let run = try await edit("couch", in: home, ["EDITOR": "false"])
      #expect(
        run
          == ProgramRun(
            status: 64,
            messages: [
              "error: 'couch' is both a plan and a training program", "hint: rename one of the two files:",
              "  \(plan)", "  \(program)",
            ]))
    }
  }

  @Test func `a plan that is edited through a symbolic link keeps its mode`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      for (number, mode) in [0o640, 0o600, 0o664].enumerated() {
        let file = try home.folder.write("30s run\n", to: "elsewhere/\(number).plan", mode: mode)
        _ = try home.folder.folder("config/intervald/plans")
        let link = home.folder.path(of: "config/intervald/plans/my-\(number).plan")
        #expect(unsafe symlink(file, link) == 0)
        let run = try await edit("my-\(number)", in: home, ["EDITOR": "sed -i s/30s/40s/"])
        #expect(run.status == 0)
        #expect(try home.folder.read("elsewhere/\(number).plan") == "40s run\n")
        #expect(try await home.shell("stat -c %a \(file)").output == [String(mode, radix: 8)])
      }
    }
  }

  @Test func `a draft that cannot be written leaves no folder`() throws {
    let folder = try TemporaryFolder()
    // The path of the folder has almost the maximum length, so the path of the draft is too long.
    let path = folder.path + String(repeating: "/.", count: (4070 - folder.path.utf8.count) / 2)
    #expect(throws: SystemError.self) {
      try DraftFile("30s run", named: "long-run.plan", environment: ["TMPDIR": path])
    }
    #expect(Folder.names(in: folder.path).allSatisfy { [".", ".."].contains($0) })
  }

  @Test func `the path of the draft is shown before the question, and the draft remains after Ctrl-C`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("4x(30s run, 30s walk)\n", to: Self.planFile)
      let folder = try home.folder.folder("tmp")
      let terminal = try await ProgramTerminal(in: home, columns: 120)
      try await terminal.enter("TMPDIR=\(folder) EDITOR='sed -i s/run/rum/' intervalctl edit long-run")
      let lines = try await terminal.screen("the question") { $0.last?.hasPrefix("Edit it again? [Y/n]") == true }
      let draft = try #require(lines.first { $0.hasPrefix("Your text is in ") }?.dropFirst(16).dropLast())
      try await terminal.press("C-c")
      _ = try await terminal.screen("the prompt") { $0.last == "$" }
      #expect(try await home.shell("cat \(draft)").output == ["4x(30s rum, 30s walk)"])
    }
  }

  @Test func `a draft that is not UTF-8 text can be edited again`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("4x(30s run, 30s walk)\n", to: Self.planFile)
      try home.folder.write("printf '30s run # \\351t\\351\\n' >\"$1\"\n", to: "editor")
      let terminal = try await ProgramTerminal(in: home, columns: 120)
      try await terminal.enter("EDITOR='sh editor' intervalctl edit long-run")
      try await terminal.screen("the question") { $0.last?.hasPrefix("Edit it again? [Y/n]") == true }
      try home.folder.write("LC_ALL=C sed -i 's/ #.*//' \"$1\"\n", to: "editor")
      try await terminal.press("Enter")
      try await terminal.line(with: "Saved as long-run")
      #expect(try home.folder.read(Self.planFile) == "30s run\n")
    }
  }

  @Test func `the edited copy of an installed plan is saved as one of the user's own plans`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let installed = try home.folder.write("20s work\n", to: "data/intervald/plans/tabata.plan")
      let run = try await edit(
        "tabata", in: home, ["XDG_DATA_DIRS": "\(home.folder.path)/data", "EDITOR": "sed -i s/20s/30s/"])
      #expect(run.status == 0)
      #expect(run.messages == ["note: this hides \(installed)"])
      #expect(try home.folder.read("config/intervald/plans/tabata.plan") == "30s work\n")
      #expect(try home.folder.read("data/intervald/plans/tabata.plan") == "20s work\n")
    }
  }

  @Test func `a missing or failing editor is reported with a hint`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let hint = "hint: choose an editor, for example: EDITOR=nano intervalctl edit NAME"
      let unknown = try await edit("long-run", in: home, ["EDITOR": "no-such-editor"])
      #expect(unknown.status == 69)
      #expect(unknown.messages.suffix(2) == ["error: the editor 'no-such-editor' was not found", hint])
      let none = try await edit("long-run", in: home, ["PATH": home.folder.path])
      #expect(
        none
          == ProgramRun(
            status: 69, messages: ["error: no editor found: neither VISUAL nor EDITOR is set", hint]))
      // If VISUAL and EDITOR are not set, `editor` or `vi` from PATH is used.
      try home.folder.write("#!/bin/sh\nexit 3\n", to: "bin/vi", mode: 0o755)
      let vi = try await edit("LONG-run", in: home, ["PATH": home.folder.path(of: "bin")])
      #expect(vi.messages == ["error: the editor 'vi' failed with exit status 3", hint])
    }
  }

  @Test func `edit does not create a plan that does not exist`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      // PATH contains no editor. The plan is looked up before the editor, so only the missing plan is reported.
      let run = try await edit("long-rum", in: home, ["PATH": home.folder.path])
      #expect(
        run
          == ProgramRun(
            status: 66,
            messages: [
              "error: no plan is named 'long-rum'", "hint: did you mean 'long-run'?",
              "hint: list the plans with: intervalctl plans", "hint: write a new one with: intervalctl new long-rum",
            ]))
      let other = try await edit("nosuch", in: home, ["PATH": home.folder.path])
      #expect(
        other.messages == [
          "error: no plan is named 'nosuch'", "hint: list the plans with: intervalctl plans",
          "hint: write a new one with: intervalctl new nosuch",
        ])
    }
  }

  /// Runs `edit` with a separate folder for drafts.
  private func edit(
    _ name: String, in home: ProgramHome, _ environment: [String: String?]
  ) async throws -> ProgramRun {
    let folder = try home.folder.folder("tmp")
    return try await home.run(["edit", name], environment: environment.merging(["TMPDIR": folder]) { $1 })
  }

  /// The paths of the drafts in the folder for drafts.
  private func drafts(in home: ProgramHome) async throws -> [String] {
    try await home.shell("ls -d tmp/intervalctl-*/* 2> /dev/null; true").output
  }

  /// Replaces the folder of a draft in a line by the word DRAFT.
  private static func withoutFolder(_ line: String) -> String {
    line.replacing(/\/[^ ]*\/intervalctl-[A-Za-z0-9]{6}/, with: "DRAFT")
  }
}
