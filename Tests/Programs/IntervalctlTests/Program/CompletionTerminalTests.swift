import TestSupport
import Testing
import UserFiles
import WorkoutHistory

/// Tests of the completion of typed commands in bash, fish and zsh.
@Suite struct CompletionTerminalTests {
  /// The commands that start the shells without the user's settings, by the name of the shell.
  private static let shellCommands = [
    "bash": "bash --norc --noprofile", "fish": "fish --no-config --private",
    "zsh": "zsh -f",
  ]

  /// The lines that load the completions into the shells, by the name of the shell.
  private static let loadingLines = [
    "bash": "source <(intervalctl --generate-completion-script bash); PS1='% '",
    "fish": "intervalctl --generate-completion-script fish | source; function fish_prompt; echo '% '; end",
    "zsh": "mkdir -p f; intervalctl --generate-completion-script zsh > f/_intervalctl; fpath=($PWD/f $fpath); "
      + "autoload -U compinit; compinit -u -D; PS1='%% '",
  ]

  /// Typed arguments and their completions.
  private static let examples = [
    ("start lon", "start long-run"), ("show --name lon", "show --name long-run"), ("edit lon", "edit long-run"),
    ("plans remove lon", "plans remove long-run"), ("plans rename lon", "plans rename long-run"),
    ("start ./pl", "start ./plans/deep/hills.plan"),
    ("show --svg ./pro", "show --svg ./profile.svg"), ("render 30s --over ./pro", "render 30s --over ./profile.svg"),
    ("star", "start"), ("tog", "toggle"), ("bac", "back"), ("predict 9:00 mara", "predict 9:00 marathon"),
    ("convert 5mi --distance-units k", "convert 5mi --distance-units km"), ("test-cues half", "test-cues halfway"),
    ("help pred", "help predict"), ("help plans rem", "help plans remove"), ("convert 5km t", "convert 5km to"),
    ("convert 10 min to cl", "convert 10 min to clock"), ("show 30s --pace 9", "show 30s --pace 9kph"),
    ("history show ", "history show 1"),
  ]

  @Test(arguments: ["bash", "fish", "zsh"])
  func `a shell completes commands, plan names, files and values`(shell: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("30s", to: "plans/deep/hills.plan")
      try home.folder.write("", to: "profile.svg")
      try home.writeHistory([.workout(Samples.session("a", "w1d1", of: "back", at: "2026-11-20T10:00:00Z"))])
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("cd \(home.folder.path)")
      try await terminal.enter(try #require(Self.shellCommands[shell]))
      try await terminal.enter(try #require(Self.loadingLines[shell]))
      try await terminal.enter("clear")
      // zsh inserts a backslash before the tilde, so this example is not tested in zsh.
      let tildeExamples = shell == "zsh" ? [] : [("start ~/pl", "start ~/plans/deep/hills.plan")]
      for (typed, completed) in Self.examples + tildeExamples {
        try await terminal.screen("the prompt of \(shell)") { $0 == ["%"] }
        try await terminal.type("intervalctl \(typed)")
        try await terminal.press("Tab")
        try await terminal.screen("'\(completed)'") { $0.first?.hasPrefix("% intervalctl \(completed)") == true }
        try await terminal.press("C-u")
      }
    }
  }

  /// Typed prefixes, each with the file name that completes it; the names contain special characters of shells.
  private static let specialFiles = [
    ("it", "it's $HOME.plan"), ("a", "a b.plan"), ("x", "x$(touch HURT1).plan"), ("y", "y`touch HURT2`.plan"),
    ("z", "z;touch HURT3&.plan"), ("q", "q\"*?[x]{1,2}~#.plan"), ("l", "länge.plan"),
  ]

  @Test(arguments: ["bash", "fish", "zsh"])
  func `a shell completes file names with special characters, and does not execute commands in the names`(
    shell: String
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      for (number, (_, name)) in Self.specialFiles.enumerated() {
        try home.folder.write("name \"Odd \(number)\"\n30s run", to: "odd/\(name)")
      }
      try home.folder.write("30s run", to: "odd/two\nlines.plan")
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("cd \(home.folder.path(of: "odd"))")
      try await terminal.enter(try #require(Self.shellCommands[shell]))
      try await terminal.enter(try #require(Self.loadingLines[shell]))
      try await terminal.enter("clear")
      try await terminal.screen("the prompt of \(shell)") { $0 == ["%"] }
      try await terminal.type("intervalctl show ./")
      try await terminal.press("Tab")
      try await terminal.press("Tab")
      try await terminal.screen("the list of names") { $0.dropFirst().contains { $0.contains("länge.plan") } }
      for (number, (typed, name)) in Self.specialFiles.enumerated() {
        try await terminal.press("C-u")
        try await terminal.enter("clear")
        try await terminal.screen("the prompt of \(shell)") { $0 == ["%"] }
        try await terminal.type("intervalctl show ./\(typed)")
        try await terminal.press("Tab")
        try await terminal.screen("the completed name \(name)") { $0.first?.contains("plan") == true }
        try await terminal.press("Enter")
        try await terminal.screen("the plan of \(name)") {
          $0.last == "%" && $0.contains { $0.contains("Odd \(number)") }
        }
      }
      let files = Folder.names(in: home.folder.path(of: "odd"))
      #expect(!files.contains { $0.contains("HURT") && !$0.hasSuffix(".plan") }, "\(files)")
    }
  }
}
