import TerminalUI
import Testing

@Suite struct StyleTests {
  @Test(arguments: [
    (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
    (true, ["TERM": "dumb"], false),
  ])
  func `text is coloured only on a terminal that is not dumb, and only without NO_COLOR`(
    isTerminal: Bool, environment: [String: String], isColoured: Bool
  ) {
    #expect(Style(isTerminal: isTerminal, environment: environment).isColoured == isColoured)
  }

  @Test(arguments: [
    ([:], "38;5;203"), (["COLORTERM": "truecolor"], "38;2;255;107;107"), (["COLORTERM": "24bit"], "38;2;255;107;107"),
    (["COLORTERM": "yes"], "38;5;203"),
  ])
  func `a terminal that can show all colours gets exact colours`(environment: [String: String], colour: String) {
    let style = Style(isTerminal: true, environment: environment).on(.dark)
    #expect(style.text("error:", .error) == "\u{1B}[1;\(colour)merror:\u{1B}[0m")
  }

  @Test(
    arguments: [
      ([:], .unknown), (["COLORFGBG": "15;0"], .dark), (["COLORFGBG": "0;15"], .light),
      (["COLORFGBG": "0;default;15"], .light), (["COLORFGBG": "12;8"], .dark), (["COLORFGBG": "0;7"], .light),
      (["COLORFGBG": "15;default"], .unknown), (["COLORFGBG": ""], .unknown), (["TERM": "linux"], .dark),
    ] as [([String: String], Style.Background)])
  func `the environment may contain the background`(environment: [String: String], background: Style.Background) {
    #expect(Style(isTerminal: true, environment: environment).background == background)
  }

  @Test func `on an unknown background, the terminal chooses the colours of messages`() {
    let style = Style(depth: .palette, background: .unknown)
    #expect(style.text("error:", .error) == "\u{1B}[1;31merror:\u{1B}[0m")
    #expect(style.text("a", .heading) == "\u{1B}[1ma\u{1B}[0m")
  }
}
