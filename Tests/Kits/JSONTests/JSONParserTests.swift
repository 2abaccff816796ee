import TestTraits
import Testing

@testable import JSON

@Suite struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  @Test(
    arguments: [
      ("null", .null), (" true ", true), ("false", false), ("0", 0), ("-12", -12), ("1.5", 1.5), ("-0.25e2", -25.0),
      ("1E3", 1000.0), ("9223372036854775807", .int(.max)), ("9223372036854775808", .uint(1 << 63)),
      ("18446744073709551615", .uint(.max)), ("18446744073709551616", 18_446_744_073_709_551_616.0),
      ("-9223372036854775809", -9_223_372_036_854_775_809.0),
      ("[]", []), ("[1, [2], {}]", [1, [2], [:]]), ("{\"a\":{\"b\":[null]}}", ["a": ["b": [nil]]]),
      (#"{"b":1,"c":2,"a":3}"#, ["a": 3, "b": 1, "c": 2]), (#""plain""#, "plain"),
      (#""a\"\\\/\b\f\n\r\t\u0000\u00e9\uD83C\uDFC3""#, "a\"\\/\u{8}\u{c}\n\r\t\0é🏃"),
    ] as [(String, JSONValue)])
  func `a text is parsed as its value`(text: String, value: JSONValue) throws {
    #expect(try parse(text) == value)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), ("{", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2), ("[1,]", .unexpectedByte, 3),
      ("{\"a\" 1}", .unexpectedByte, 5), ("{a:1}", .unexpectedByte, 1), ("{\"a\":1,}", .unexpectedByte, 7),
      ("{\"a\":1,\"a\":2}", .duplicateKey, 7), ("{\"b\":1,\"a\":2,\"c\":3,\"b\":4}", .duplicateKey, 19),
      ("{\"b\":1,\"b\":2,\"a\":3,\"a\":4}", .duplicateKey, 7),
      ("1 2", .trailingBytes, 2), ("01", .invalidNumber, 0),
      ("1e999", .invalidNumber, 0), ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2), ("+1", .unexpectedByte, 0),
      ("NaN", .unexpectedByte, 0), ("nul", .unexpectedEnd, 3), ("\"\n\"", .unexpectedByte, 1),
      (#""\x""#, .unexpectedByte, 2), (#""\ud800""#, .invalidString, 3), (#""\udc00 ""#, .invalidString, 3),
      (#""\ud800\u0041""#, .invalidString, 3), (#""\u00g0""#, .unexpectedByte, 5), ("\"open", .unexpectedEnd, 5),
    ] as [(String, JSONError.Reason, Int)])
  func `a text that is not JSON is rejected with its position`(text: String, reason: JSONError.Reason, offset: Int) {
    #expect(throws: JSONError(reason: reason, offset: offset)) { try parse(text) }
  }

  /// Values of a member that is omitted: of the usual form, of an unusual form, and not JSON.
  @Test(arguments: [
    "1", "0", "1.5", "[]", "[ 1 , [2] ]", #"{"a":{"b":"c"},"d":[{"e":1.25}]}"#, "null", "true", "{}", "-1", "1e3",
    #""é""#,
    #""\u00e9""#, #"{"b":1,"a":2}"#, #"{"a":1,"\u0061b":2}"#, "12345678901234567890123", "1.5e2", " 7",
    String(repeating: "[", count: 127) + String(repeating: "]", count: 127),
    String(repeating: "[", count: 128) + String(repeating: "]", count: 128), String(repeating: "[", count: 9999),
    #"{"a":1,"a":2}"#, #"{"b":1,"a":2,"a":3}"#, "01", "1.", "1e999", "[1,]", "[1", #"{"a"1}"#, #"{"a":1,}"#, #"{1:2}"#,
    #""\x""#, #""\ud800""#, "\"\u{1}\"", #""open"#, "nul", "", "1 2", #"1,"laps":2"#,
  ])
  func `an omitted value is accepted and rejected like any other value, and is null`(text: String) {
    let whole = Array(#"{"a":[{"laps":3}],"laps":\#(text),"z":"end"}"#.utf8)
    let expected = ["a": [["laps": 3]], "laps": nil, "z": "end"] as JSONValue
    let results = [nil, "laps"].map { key in
      Result { () throws(JSONError) in try JSONValue(parsing: whole, omitting: key) }
    }
    #expect(results[1] == results[0].map { _ in expected })
  }

  @Test func `invalid UTF-8 is rejected`() {
    #expect(throws: JSONError(reason: .invalidString, offset: 0)) {
      try JSONValue(parsing: [UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")])
    }
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `a text with 100,000 levels is rejected`(opening: String) {
    #expect { try parse(String(repeating: opening, count: 100_000)) } throws: { ($0 as? JSONError)?.reason == .tooDeep }
  }

  @Test func `a text with the maximum depth is parsed, and a text with one more level is rejected`() throws {
    let depth = JSONValue.maximumDepth
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(try parse(text).text == Array(text.utf8))
    #expect { try parse("[\(text)]") } throws: { ($0 as? JSONError)?.reason == .tooDeep }
  }

  @Test(.hangLimit, arguments: ["1", "[]", "\"\"", "{}"])
  func `a mebibyte of small values is parsed in time`(element: String) throws {
    let count = (1 << 20) / (element.utf8.count + 1) - 1
    let value = try parse("[" + Array(repeating: element, count: count).joined(separator: ",") + "]")
    guard case .array(let elements) = value else { throw JSONError(reason: .unexpectedByte, offset: 0) }
    #expect(elements.count == count)
  }

  @Test func `keys with the same characters but different bytes are different`() throws {
    let value = try parse("{\"é\":1,\"e\u{301}\":2}")
    #expect(value.object?.count == 2)
    #expect(value.object?["é"] == 1)
    #expect(value.object?["e\u{301}"] == 2)
  }

  @Test(.hangLimit, arguments: ["", "a"])
  func `keys of combining marks are parsed in time`(start: String) throws {
    let marks = String(repeating: "\u{301}\u{323}\u{345}\u{334}", count: 60_000)
    let object = try #require(try parse("{\"b\(marks)\":1,\"\(start)\(marks)\":2,\"b\":3}").object)
    #expect(object.count == 3)
    #expect(object["b"] == 3)
    #expect(object[start + marks] == 2)
  }
}
