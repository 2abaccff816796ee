import Testing

@testable import JSON

@Suite struct JSONObjectTests {
  @Test func `the members of an object are sorted by their keys`() {
    let object: JSONValue.Object = ["b": 2, "": 0, "a": 1]
    #expect(object.keys == ["", "a", "b"])
    #expect(object.values == [0, 1, 2])
    #expect(object == ["a": 1, "b": 2, "": 0])
  }

  @Test func `a member is added, replaced and removed by its key`() {
    var object: JSONValue.Object = [:]
    object["b"] = 1
    object["a"] = 2
    object["c"] = .null
    object["b"] = 3
    #expect(object == ["a": 2, "b": 3, "c": nil])
    object["a"] = nil as JSONValue?
    object["d"] = nil as JSONValue?
    #expect(object.keys == ["b", "c"])
    #expect(object.removeValue(forKey: "b") == 3)
    #expect(object.removeValue(forKey: "b") == nil)
    #expect(object["b"] == nil)
    #expect(object["c"] == .some(.null))
  }

  @Test func `the last of several members with the same key counts`() {
    let members: [JSONValue.Object.Element] = [("a", 1), ("b", 2), ("a", 3), ("c", 4), ("a", 5)]
    #expect(JSONValue.Object(sorting: members) == ["a": 5, "b": 2, "c": 4])
  }

  @Test func `a merge combines the values of keys that both objects have`() {
    let object: JSONValue.Object = ["a": 1, "b": 2]
    #expect(object.merging(["b": 3, "c": 4]) { own, _ in own } == ["a": 1, "b": 2, "c": 4])
    #expect(object.merging(["b": 3, "c": 4]) { $1 } == ["a": 1, "b": 3, "c": 4])
  }
}
