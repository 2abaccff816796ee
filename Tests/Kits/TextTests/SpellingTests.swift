import Testing
import Text

@Suite struct SpellingTests {
  @Test(
    arguments: [
      ("wlak", "walk"), ("Runn", "run"), ("tabta", "tabata"), ("tab", "tabata"), ("ta", nil), ("running", "run"),
      ("WALKS", "walk"), ("xyzzy", nil), ("r", nil), ("", nil),
    ]
      as [(String, String?)])
  func `the nearest word differs by one or two typos, or has the same beginning`(word: String, nearest: String?) {
    #expect(nearestWord(to: word, in: ["run", "walk", "tabata"]) == nearest)
  }

  @Test(arguments: [
    (" a \n b", "a b"), ("a\u{200D}b\u{1B}", "a·b·"), ("\u{202E}", "·"),
    (String(repeating: "x", count: 40), String(repeating: "x", count: 40)),
    (String(repeating: "x", count: 41), String(repeating: "x", count: 39) + "…"),
  ])
  func `a quotation is short and has no invisible characters`(text: String, quotation: String) {
    #expect(text.quotation == quotation)
  }

  @Test(arguments: [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")])
  func `a list has a conjunction before its last word`(words: [String], list: String) {
    #expect(words.listed("or") == list)
  }

  @Test(arguments: [
    ("run fast", "Run fast"), ("élan", "Élan"), ("e\u{301}tape", "E\u{301}tape"), ("", ""), ("5 km", "5 km"),
  ])
  func `the first character is capitalized`(text: String, capitalized: String) {
    #expect(text.capitalizedFirst == capitalized)
  }

  @Test(
    arguments: [
      ("old/Tempo.FIT", "fit"), ("a.b.zwo", "zwo"), ("tempo", nil), (".fit", nil), ("old/.fit", nil), ("tempo.", nil),
      ("old.fit/tempo", nil), ("old.fit/", nil), ("", nil),
    ] as [(String, String?)])
  func `a path has the extension of its file name`(path: String, fileExtension: String?) {
    #expect(path.fileExtension == fileExtension)
  }
}
