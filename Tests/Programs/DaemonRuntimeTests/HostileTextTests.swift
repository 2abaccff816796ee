import Text
import Testing
import Varlink

/// Scalars that a terminal acts on, in the log and in JSON.
@Suite struct HostileTextTests {
  @Test func `the log and JSON escape the same scalars, except those of the syntax of JSON`() {
    for scalar in (0..<0x80).map({ Unicode.Scalar($0 as UInt8) }) {
      let text = String(scalar)
      let isEscaped = JSONValue.string(text).text != Array("\"\(text)\"".utf8)
      #expect(isEscaped == (text.escapedToOneLine(limit: 1) != text || "\"\\".unicodeScalars.contains(scalar)))
    }
    // The other scalars in one text; those that remain are not escaped.
    var text = ""
    text.unicodeScalars.append(contentsOf: (0x80...0x10FFFF).lazy.compactMap { Unicode.Scalar($0 as UInt32) })
    let logged = text.escapedToOneLine(limit: .max).unicodeScalars.filter { !$0.isASCII }
    let sent = String(decoding: JSONValue.string(text).text, as: UTF8.self).unicodeScalars.filter { !$0.isASCII }
    let areSame = logged.elementsEqual(sent)
    #expect(areSame)
    #expect(logged.count > 1_000_000)
    #expect(logged.count < text.unicodeScalars.count)
  }
}
