import Testing

@testable import TerminalUI

@Suite struct ASCIITextTests {
  @Test(
    arguments: [
      (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LC_CTYPE": "sr_RS.UTF-8@latin"], true),
      (["LC_ALL": "", "LANG": "en_US.UTF-8"], true), ([:], false), (["LC_ALL": "@"], false),
      (["LC_ALL": "C", "LANG": "C.UTF-8"], false),
      (["LANG": "de_DE"], false), (["LANG": "de_DE@euro"], false), (["LANG": "ja_JP.eucJP"], false),
    ] as [([String: String], Bool)])
  func `the locale determines whether the terminal shows UTF-8`(environment: [String: String], expected: Bool) {
    #expect(showsUTF8(inLocaleOf: environment) == expected)
  }

  @Test(
    arguments: [
      ("█▀█ · 8×", "#'# . 8x"), ("┴ 1:30 – “Läufe”…", "+ 1:30 - \"L?ufe\"."), ("走る", "????"), ("plain", "plain"),
      ("\u{1B}[1m▸\u{1B}[0m\r\n", "\u{1B}[1m>\u{1B}[0m\r\n"),
    ])
  func `text in ASCII has the same columns, and question marks for other letters`(text: String, expected: String) {
    #expect(text.inASCII == expected)
  }
}
