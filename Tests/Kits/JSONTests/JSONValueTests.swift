import JSON
import Testing

@Suite struct JSONValueTests {
  @Test(
    arguments: [
      (["b": 1, "a": [true, nil, -2.5]], #"{"a":[true,null,-2.5],"b":1}"#),
      ("/\"\\\n\r\t\u{1}\u{1f}\u{7f}", #""/\"\\\n\r\t\u0001\u001f\u007f""#),
      ("é🏃\u{9B}\u{202E}\u{2028}\u{2066}", #""é🏃\u009b\u202e\u2028\u2066""#),
      (.float(1), "1.0"), (.float(1e300), "1e+300"), (.float(.infinity), "null"), (.float(.nan), "null"),
    ] as [(JSONValue, String)])
  func `a value is written on one line`(value: JSONValue, text: String) {
    #expect(String(decoding: value.text, as: UTF8.self) == text)
  }

  @Test(arguments: [
    String(repeating: "long ", count: 100_000), String(String.UnicodeScalarView((0...0x7F).map(Unicode.Scalar.init))),
    "🏃‍♀️ 𝄞 \u{10FFFF}", "e\u{301} is not é to a reader of bytes", "",
  ])
  func `a string of any characters is unchanged after it is written and parsed`(string: String) throws {
    let value: JSONValue = ["key": .string(string)]
    let read = try JSONValue(parsing: value.text)
    #expect(read.object?["key"]?.string.map { Array($0.unicodeScalars) } == Array(string.unicodeScalars))
    #expect(!value.text.contains(0))
  }

  private struct Sample: Codable, Equatable {
    var text: String
    var count: Int
    var share: Double
    var missing: Int?
  }

  @Test func `a type is decoded from the value as which it was encoded`() throws {
    let sample = Sample(text: "a/b \u{0}🏃", count: .min, share: 0.1)
    let value = try JSONValue(encoding: sample)
    #expect(value == ["text": .string(sample.text), "count": .int(.min), "share": 0.1])
    #expect(try value.decoded(as: Sample.self) == sample)
  }

  @Test func `a type decodes from an object with nulls and unknown keys`() throws {
    let value: JSONValue = ["text": "", "count": 1, "share": 2, "missing": nil, "later": [1]]
    #expect(try value.decoded() == Sample(text: "", count: 1, share: 2))
  }
}
