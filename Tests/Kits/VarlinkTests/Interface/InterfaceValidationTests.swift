import JSON
import Testing
import Varlink

@Suite struct InterfaceValidationTests {
  private let interface = InterfaceDescription(
    builtIn: """
      interface org.example.check
      type Colour (red, green)
      type Point (x: int, y: float, inner: ?Point)
      method Do(
        n: int, point: ?Point, points: ?[]Point, map: ?[string]bool, colour: ?Colour, text: ?string, o: ?object, a: ?any
      ) -> (ok: bool)
      error Failed (why: string)
      """)

  @Test(
    arguments: [
      ["n": 1], ["n": 1, "point": nil], ["n": -1, "point": ["x": 1, "y": 2]],
      ["n": 1, "point": ["x": 1, "y": 2.5, "inner": ["x": 1, "y": 1, "inner": nil]]], ["n": 1, "points": []],
      ["n": 1, "map": ["any key": true]], ["n": 1, "colour": "red"], ["n": 1, "o": ["x": [1]]], ["n": 1, "a": [1]],
    ] as [JSONValue.Object])
  func `parameters that match the declaration are accepted`(parameters: JSONValue.Object) throws {
    try interface.validate(parameters: parameters, of: "Do")
  }

  @Test(
    arguments: [
      ([:], "n"), (["n": nil], "n"), (["n": 1.5], "n"), (["n": "1"], "n"), (["n": true], "n"),
      (["n": 1, "extra": 1], "extra"),
      (["n": 1, "extra": nil], "extra"), (["n": 1, "point": 1], "point"), (["n": 1, "point": ["x": 1]], "point.y"),
      (["n": 1, "point": ["x": 1, "y": 1, "z": 1]], "point.z"),
      (["n": 1, "point": ["x": 1, "y": 1, "inner": ["x": "1", "y": 1]]], "point.inner.x"),
      (["n": 1, "points": [["x": 1, "y": 1], ["x": 1, "y": nil]]], "points.1.y"),
      (["n": 1, "points": [nil]], "points.0"),
      (["n": 1, "points": [:]], "points"), (["n": 1, "map": ["k": 1]], "map.k"),
      (["n": 1, "colour": "blue"], "colour"),
      (["n": 1, "colour": 1], "colour"), (["n": 1, "text": 1], "text"), (["n": 1, "o": []], "o"),
    ] as [(JSONValue.Object, String)])
  func `the error for a parameter that does not match the declaration contains the path of the parameter`(
    parameters: JSONValue.Object, path: String
  ) {
    #expect(throws: VarlinkError.invalidParameter(path)) { try interface.validate(parameters: parameters, of: "Do") }
  }

  @Test func `results and errors are validated against their declarations`() throws {
    try interface.validate(results: ["ok": true], of: "Do")
    #expect(throws: VarlinkError.invalidParameter("ok")) { try interface.validate(results: [:], of: "Do") }
    try interface.validate(VarlinkError("org.example.check.Failed", ["why": "so"]))
    #expect(throws: VarlinkError.invalidParameter("why")) {
      try interface.validate(VarlinkError("org.example.check.Failed"))
    }
    #expect(throws: VarlinkError.invalidParameter("org.example.check.Other")) {
      try interface.validate(VarlinkError("org.example.check.Other"))
    }
  }

  @Test func `the error for an undeclared method contains the full name of the method`() {
    #expect(throws: VarlinkError.methodNotFound("org.example.check.Undo")) {
      try interface.validate(parameters: [:], of: "Undo")
    }
  }
}
