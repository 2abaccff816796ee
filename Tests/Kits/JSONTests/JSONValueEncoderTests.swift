import FoundationEssentials
import TestSupport
import Testing

@testable import JSON

@Suite struct JSONValueEncoderTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a value is encoded in the same way as by JSONEncoder`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let sample = CodableSample(depth: 3, using: &random)
    #expect(try JSONValue(encoding: sample) == JSONValue(parsing: [UInt8](JSONEncoder().encode(sample))))
  }

  @Test func `nil members are omitted, or encoded as null on request`() throws {
    let missing = Missing(inner: Missing.Inner())
    #expect(try JSONValue(encoding: missing) == ["inner": [:], "list": [nil]])
    #expect(
      try JSONValue(encoding: missing, includingNulls: true) == [
        "inner": ["text": nil, "whole": nil, "small": nil, "share": nil, "float": nil, "flag": nil, "table": nil],
        "list": [nil], "other": nil,
      ])
  }

  /// A type with an optional member of each kind; all members are nil.
  private struct Missing: Encodable {
    struct Inner: Encodable {
      var text: String?
      var whole: Int?
      var small: Int8?
      var share: Double?
      var float: Float?
      var flag: Bool?
      var table: [String: Int]?
    }

    var inner: Inner
    var other: Inner?
    var list: [Int?] = [nil]
  }

  @Test func `a number that is not finite is an error at its member`() {
    #expect {
      try JSONValue(encoding: ["share": [1, Double.infinity]])
    } throws: { error in
      guard case EncodingError.invalidValue(_, let context) = error else { return false }
      return context.codingPath.first?.stringValue == "share"
    }
  }

  @Test func `nested containers and superclasses are encoded as nested values`() throws {
    #expect(
      try JSONValue(encoding: Nested())
        == ["list": [[1, 2], ["a": nil]], "object": ["b": true], "super": "base", "own": "other base"])
  }

  @Test func `the later value counts if a key is encoded twice`() throws {
    #expect(try JSONValue(encoding: Twice()).text.elementsEqual(#"{"a":2,"b":{"a":2}}"#.utf8))
  }

  /// A type that encodes `a` as an object and then as a number, and `b` as a number and then as an object.
  private struct Twice: Encodable {
    enum Keys: String, CodingKey {
      case a
      case b
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var first = container.nestedContainer(keyedBy: Keys.self, forKey: .a)
      try first.encode(1, forKey: .a)
      try container.encode(2, forKey: .a)
      try container.encode(1, forKey: .b)
      var second = container.nestedContainer(keyedBy: Keys.self, forKey: .b)
      try second.encode(2, forKey: .a)
    }
  }

  private struct Nested: Encodable {
    enum Key: String, CodingKey {
      case list
      case object
      case own
      case a
      case b
    }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      var list = members.nestedUnkeyedContainer(forKey: .list)
      var inner = list.nestedUnkeyedContainer()
      try inner.encode(1)
      try inner.encode(2)
      var object = list.nestedContainer(keyedBy: Key.self)
      try object.encodeNil(forKey: .a)
      var other = members.nestedContainer(keyedBy: Key.self, forKey: .object)
      try other.encode(true, forKey: .b)
      try "base".encode(to: members.superEncoder())
      try "other base".encode(to: members.superEncoder(forKey: .own))
    }
  }
}
