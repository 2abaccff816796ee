import Testing

@testable import TerminalUI

@Suite struct ASCIITextTests {
  @Test(
    arguments: [
      (["LANG": "de_DE.UTF-8"], .all), (["LANG": "C.utf8"], .all), (["LC_CTYPE": "sr_RS.UTF-8@latin"], .all),
      (["LC_ALL": "", "LANG": "en_US.UTF-8", "TERM": "xterm"], .all), ([:], .ascii), (["LC_ALL": "@"], .ascii),
      (["LC_ALL": "C", "LANG": "C.UTF-8"], .ascii), (["LANG": "de_DE", "TERM": "linux"], .ascii),
      (["LANG": "de_DE@euro"], .ascii), (["LANG": "ja_JP.eucJP"], .ascii),
      (["LANG": "de_DE.UTF-8", "TERM": "linux"], .console),
    ] as [([String: String], TerminalCharacters)])
  func `the locale and the terminal determine which characters are shown`(
    environment: [String: String], expected: TerminalCharacters
  ) {
    #expect(TerminalCharacters(environment) == expected)
  }

  @Test(
    arguments: [
      ("█▀█ · 8×", "#'# . 8x"), ("┴ 1:30 – “Läufe”…", "+ 1:30 - \"L?ufe\"."), ("走る", "????"), ("plain", "plain"),
      ("\u{1B}[1m▸\u{1B}[0m\r\n", "\u{1B}[1m>\u{1B}[0m\r\n"),
    ])
  func `text in ASCII has the same columns, and question marks for other letters`(text: String, expected: String) {
    #expect(text.shown(in: .ascii) == expected)
  }

  @Test func `the Linux console shows letters, and ASCII instead of signs`() {
    #expect("▌▂ ○ ◎ ▽ Läufe in 走る".shown(in: .console) == "#_ o o v Läufe in 走る")
  }
}
