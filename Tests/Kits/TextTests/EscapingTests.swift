import Testing
import Text

@Suite struct EscapingTests {
  @Test(arguments: [
    ("a < b & c > \"d\"", "a &lt; b &amp; c &gt; \"d\"", "a &lt; b &amp; c &gt; &quot;d&quot;"),
    ("a\tb\u{7}c\u{FFFF}", "a\tb\u{7}c\u{FFFF}", "a&#9;bc"), ("<\u{301}", "&lt;\u{301}", "&lt;\u{301}"),
    ("é", "é", "é"),
  ])
  func `a text is escaped as markup and as XML`(text: String, markup: String, xml: String) {
    #expect(Array(text.escapedAsMarkup.unicodeScalars) == Array(markup.unicodeScalars))
    #expect(Array(text.escapedAsXML.unicodeScalars) == Array(xml.unicodeScalars))
  }

  @Test func `markup is escaped after cutting, so that no entity is cut`() {
    #expect("a<b>&c".preparedForDisplay(keepingLines: false, limit: 6).escapedAsMarkup == "a&lt;b&gt;&amp;c")
    #expect("&&&&&&&".preparedForDisplay(keepingLines: false, limit: 3).escapedAsMarkup == "&amp;&amp;…")
  }

  @Test(arguments: [
    ("", "''"), ("/home/me/a-b_c.plan", "/home/me/a-b_c.plan"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("é", "'é'"),
    ("'\u{301}", "''\\''\u{301}'"), ("$HOME", "'$HOME'"),
  ])
  func `a text is quoted as one word of a shell command`(text: String, word: String) {
    #expect(Array(text.shellWord.unicodeScalars) == Array(word.unicodeScalars))
  }

  @Test func `a byte that is not allowed is percent-encoded`() {
    #expect("/a b/ü%~".percentEncoded(allowed: "/~") == "/a%20b/%C3%BC%25~")
    #expect("/a-b".percentEncoded(allowed: "") == "%2Fa%2Db")
    #expect("\n".percentEncoded(allowed: "/") == "%0A")
  }
}
