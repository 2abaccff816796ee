import LogHandlers
import Testing
import Varlink

/// What a terminal might obey, of which the log and JSON each have a rule of their own, since neither knows the other.
@Suite struct HostileTextTests {
  @Test func `the log and JSON escape the same characters, save for what JSON itself is written with`() {
    for scalar in (0..<0x80).map({ Unicode.Scalar($0 as UInt8) }) {
      let text = String(scalar)
      let isEscaped = JSONValue.string(text).text != Array("\"\(text)\"".utf8)
      #expect(isEscaped == (text.escapedToOneLine(limit: 1) != text || "\"\\".unicodeScalars.contains(scalar)))
    }
    // The others in one text, of which each leaves out what it escapes.
    var text = ""
    text.unicodeScalars.append(contentsOf: (0x80...0x10FFFF).lazy.compactMap { Unicode.Scalar($0 as UInt32) })
    let logged = text.escapedToOneLine(limit: .max).unicodeScalars.filter { !$0.isASCII }
    let sent = String(decoding: JSONValue.string(text).text, as: UTF8.self).unicodeScalars.filter { !$0.isASCII }
    let areSame = logged.elementsEqual(sent)
    #expect(areSame && logged.count > 1_000_000 && logged.count < text.unicodeScalars.count)
  }
}
