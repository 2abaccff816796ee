import TestSupport
import Testing

/// Completions in real shells, as they are typed.
@Suite struct CompletionTerminalTests {
  /// How a shell is started that knows the completions and nothing of a person's settings.
  private static let shells = [
    "bash": "bash --norc --noprofile", "fish": "fish --no-config --private",
    "zsh": "zsh -f",
  ]
  private static let loading = [
    "bash": "source <(intervalctl --generate-completion-script bash); PS1='% '",
    "fish": "intervalctl --generate-completion-script fish | source; function fish_prompt; echo '% '; end",
    "zsh": "mkdir -p f; intervalctl --generate-completion-script zsh > f/_intervalctl; fpath=($PWD/f $fpath); "
      + "autoload -U compinit; compinit -u -D; PS1='%% '",
  ]

  private static let examples = [
    ("start lon", "start long-run"), ("show --name lon", "show --name long-run"), ("edit lon", "edit long-run"),
    ("start ./pl", "start ./plans/deep/hills.plan"), ("star", "start"), ("tog", "toggle"),
    ("convert 5mi --distance-units k", "convert 5mi --distance-units km"), ("test-cues half", "test-cues halfway"),
  ]

  @Test(arguments: ["bash", "fish", "zsh"])
  func `a shell completes commands, plans' names, files and values`(shell: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("30s", to: "plans/deep/hills.plan")
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("cd \(home.folder.path)")
      try await terminal.enter(try #require(Self.shells[shell]))
      try await terminal.enter(try #require(Self.loading[shell]))
      try await terminal.enter("clear")
      for (typed, completed) in Self.examples {
        _ = try await terminal.screen("the prompt of \(shell)") { $0 == ["%"] }
        try await terminal.type("intervalctl \(typed)")
        try await terminal.press("Tab")
        _ = try await terminal.screen("'\(completed)'") { $0.first?.hasPrefix("% intervalctl \(completed)") == true }
        try await terminal.press("C-u")
      }
    }
  }
}
