import CGio
import Testing

@testable import MessageBus

@Suite struct VariantTests {
  @Test(
    arguments: [
      (.boolean(true), "true"), (.byte(255), "byte 0xff"), (.int16(-2), "int16 -2"), (.uint16(2), "uint16 2"),
      (.int32(-1), "-1"), (.uint32(1), "uint32 1"), (.int64(.min), "int64 -9223372036854775808"),
      (.uint64(.max), "uint64 18446744073709551615"), (.double(1.5), "1.5"), (.string("é'"), "\"é'\""),
      (.objectPath("/a/b"), "objectpath '/a/b'"), (.signature("a{sv}"), "signature 'a{sv}'"),
      (.handle(3), "handle 3"), (.strings(["a", "b"]), "['a', 'b']"), (.strings([]), "@as []"),
      (.bytes([1, 255]), "[byte 0x01, 0xff]"), (.bytes([]), "@ay []"),
      (.array([], of: "(sv)"), "@a(sv) []"), (.structure([.uint32(7), .string("x")]), "(uint32 7, 'x')"),
      (.variant(.int32(5)), "<5>"), (.dictionary(["key": .string("value")]), "{'key': <'value'>}"),
      (.dictionary([:]), "@a{sv} {}"),
      (.array([.structure([.string("k"), .string("v")])], of: "{ss}"), "{'k': 'v'}"),
    ] as [(Variant, String)])
  func `a value is read from its GVariant`(value: Variant, text: String) {
    // `parsed` returns a new reference to the variant, which this function owns and releases.
    let variant = unsafe Self.parsed(text)
    defer { unsafe g_variant_unref(variant) }
    var rest = Variant.maxValues
    let copy = unsafe variant.flatMap { unsafe Variant($0, upTo: &rest) }
    #expect(copy == value)
  }

  @Test func `a value with too many values is not read`() {
    let copies = [3, 4].map { limit in
      let variant = unsafe g_variant_ref_sink(Variant.structure([.int32(1), .strings(["a"])]).makeGVariant())
      defer { unsafe g_variant_unref(variant) }
      var rest = limit
      return unsafe variant.flatMap { unsafe Variant($0, upTo: &rest) }
    }
    #expect(copies == [nil, .structure([.int32(1), .strings(["a"])])])
  }

  @Test func `a value of another type, and a position beyond the end, are nil`() {
    let values: VariantList = [.string("a"), .boolean(true), .uint32(1), .dictionary([:]), .strings(["b"])]
    #expect((-1..<6).map { values[$0]?.string } == [nil, "a", nil, nil, nil, nil, nil])
    #expect((-1..<6).map { values[$0]?.boolean } == [nil, nil, true, nil, nil, nil, nil])
    #expect((-1..<6).map { values[$0]?.uint32 } == [nil, nil, nil, 1, nil, nil, nil])
    #expect((-1..<6).map { values[$0]?.dictionary } == [nil, nil, nil, nil, [:], nil, nil])
    #expect((-1..<6).map { values[$0]?.elements[0] } == [nil, nil, nil, nil, nil, .string("b"), nil])
  }

  @Test(
    arguments: [
      (.boolean(true), "true"), (.byte(255), "0xff"), (.int16(-2), "-2"), (.uint64(.max), "18446744073709551615"),
      (.double(1.5), "1.5"), (.string("é'"), "\"é'\""), (.objectPath("/a/b"), "'/a/b'"), (.handle(3), "3"),
      (.strings(["a", "b"]), "['a', 'b']"), (.array([], of: "(sv)"), "[]"),
      (.structure([.uint32(7), .string("x")]), "(7, 'x')"), (.variant(.int32(5)), "<5>"),
      (.dictionary(["key": .string("value")]), "{'key': <'value'>}"),
    ] as [(Variant, String)])
  func `a value is written as its GVariant`(value: Variant, text: String) {
    #expect(Self.printed(value) == text)
  }

  @Test func `the strings of a value are listed in order`() {
    let value = Variant.structure([.string("a"), .strings(["b", "c"]), .int32(1), .variant(.objectPath("/d"))])
    #expect(value.allStrings == ["a", "b", "c", "/d"])
  }

  private static func printed(_ value: Variant) -> String {
    let variant = unsafe g_variant_ref_sink(value.makeGVariant())
    defer { unsafe g_variant_unref(variant) }
    let text = unsafe g_variant_print(variant, 0)
    defer { unsafe g_free(text) }
    return unsafe text.map { unsafe String(cString: $0) } ?? ""
  }

  private static func parsed(_ text: String) -> OpaquePointer? {
    unsafe g_variant_parse(nil, text, nil, nil, nil)
  }
}
