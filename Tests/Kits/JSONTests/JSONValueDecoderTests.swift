import FoundationEssentials
import TestSupport
import Testing

@testable import JSON

@Suite struct JSONValueDecoderTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a value is decoded in the same way as its text by JSONDecoder`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let sample = CodableSample(depth: 3, using: &random)
    let value = try JSONValue(encoding: sample)
    let decoded = try value.decoded(as: CodableSample.self)
    #expect(decoded == sample)
    #expect(try decoded == JSONDecoder().decode(CodableSample.self, from: Data(value.text)))
  }

  struct Numbers: Codable, Equatable {
    var small: Int8?
    var unsigned: UInt64?
    var whole: Int?
    var float: Float?
    var double: Double?
  }

  private static let fitting: [(value: JSONValue, numbers: Numbers)] = [
    (["small": -128], Numbers(small: .min)), (["small": 127.0], Numbers(small: .max)),
    (["unsigned": 0], Numbers(unsigned: 0)), (["unsigned": .float(0x1p63)], Numbers(unsigned: 1 << 63)),
    (["whole": .int(.min)], Numbers(whole: .min)), (["whole": 2e3], Numbers(whole: 2000)),
    (["float": 1], Numbers(float: 1)), (["double": 1e300], Numbers(double: 1e300)),
  ]

  @Test(arguments: fitting) func `a number is decoded as each type that it fits`(value: JSONValue, numbers: Numbers)
    throws
  {
    #expect(try value.decoded() == numbers)
  }

  @Test(
    arguments: [
      ["small": 128], ["small": 1.5], ["unsigned": -1], ["unsigned": 1e300], ["whole": 1e300], ["whole": 0.5],
      ["whole": .float(.nan)], ["whole": .float(.infinity)], ["whole": .float(0x1p63)], ["float": 1e300],
      ["double": .float(.nan)], ["double": .float(-.infinity)],
    ] as [JSONValue])
  func `a number that does not fit its type is an error at its member`(value: JSONValue) throws {
    #expect {
      try value.decoded(as: Numbers.self)
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.codingPath.map(\.stringValue) == value.object?.keys
    }
  }

  private struct Outer: Codable, Equatable {
    struct Inner: Codable, Equatable {
      var flag: Bool
      var text: String?
    }

    var list: [Inner] = []
    var table: [String: Int] = [:]
  }

  @Test(
    arguments: [
      ([:], "list"), (["list": nil, "table": [:]], "list"), (["list": [:], "table": [:]], "list"),
      (["list": [["flag": true], ["flag": 1]], "table": [:]], "list.1.flag"),
      (["list": [[:]], "table": [:]], "list.0.flag"),
      (["list": [["flag": nil]], "table": [:]], "list.0.flag"), (["list": [nil], "table": [:]], "list.0"),
      (["list": [["flag": true, "text": 1]], "table": [:]], "list.0.text"),
      (["list": [], "table": ["a": "1"]], "table.a"),
      ([1], ""),
    ] as [(JSONValue, String)])
  func `an error contains the path of the member that does not fit`(value: JSONValue, path: String) {
    #expect {
      try value.decoded(as: Outer.self)
    } throws: { error in
      (error as? DecodingError)?.path == path
    }
  }

  @Test func `a null and an absent member are decoded as nil`() throws {
    let absent: JSONValue = ["flag": true]
    #expect(try absent.decoded() == Outer.Inner(flag: true))
    let null: JSONValue = ["flag": true, "text": nil]
    #expect(try null.decoded() == Outer.Inner(flag: true))
    let elements: JSONValue = [1, nil]
    #expect(try elements.decoded() == [1, nil] as [Int?])
  }

  @Test func `an array with too few elements is an error at the first missing element`() {
    let single: JSONValue = [1]
    #expect {
      try single.decoded(as: Pair.self)
    } throws: { error in
      (error as? DecodingError)?.path == "1"
    }
  }

  private struct Pair: Decodable {
    init(from decoder: any Decoder) throws {
      var elements = try decoder.unkeyedContainer()
      _ = try elements.decode(Int.self)
      _ = try elements.decode(Int.self)
    }
  }

  @Test func `nested containers and superclasses are decoded from nested values`() throws {
    let value: JSONValue = [
      "list": [[1, 2], ["a": nil]], "object": ["b": true], "super": "base", "own": "other base",
    ]
    let nested = try value.decoded(as: Nested.self)
    #expect(nested.numbers == [1, 2])
    #expect(nested.isNil)
    #expect(nested.flag)
    #expect(nested.base == "base")
    #expect(nested.ownBase == "other base")
    #expect(nested.keys == ["list", "object", "own"])
  }

  private struct Nested: Decodable {
    enum Key: String, CodingKey {
      case list
      case object
      case own
      case a
      case b
    }

    var numbers: [Int] = []
    var isNil: Bool
    var flag: Bool
    var base: String
    var ownBase: String
    var keys: [String]

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Key.self)
      keys = members.allKeys.map(\.stringValue).sorted()
      var list = try members.nestedUnkeyedContainer(forKey: .list)
      var inner = try list.nestedUnkeyedContainer()
      while !inner.isAtEnd { numbers.append(try inner.decode(Int.self)) }
      isNil = try list.nestedContainer(keyedBy: Key.self).decodeNil(forKey: .a)
      flag = try members.nestedContainer(keyedBy: Key.self, forKey: .object).decode(Bool.self, forKey: .b)
      base = try String(from: members.superDecoder())
      ownBase = try String(from: members.superDecoder(forKey: .own))
    }
  }
}
