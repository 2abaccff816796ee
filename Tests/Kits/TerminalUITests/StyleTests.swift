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
}
