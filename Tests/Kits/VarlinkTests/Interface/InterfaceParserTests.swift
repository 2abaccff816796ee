import Testing

@testable import Varlink

@Suite struct InterfaceParserTests {
  @Test func `a description is parsed with its comments`() throws {
    let text = """
      # A lone remark.

      # An interface for tests.
      # In two lines.
      interface org.example-1.more

      # A word.
      type Colour (red, green) # trailing
      type Nothing ()
      type Point (
        # Across.
        x: int,
        y: ?float
      )
      # Does it.
      method Do(points: []Point, names: [string][]string, inner: ?(a: (b: bool)), c: Colour, o: object) -> (any: any)
      method Rest() -> ()
      error Failed (why: string)
      error Plain
      """
    let interface = try InterfaceDescription(parsing: text)
    #expect(interface.name == "org.example-1.more")
    #expect(interface.text == text)
    #expect(interface.documentation == "An interface for tests.\nIn two lines.")
    #expect(interface.types["Colour"]?.type == .enumeration(["red", "green"]))
    #expect(interface.types["Colour"]?.documentation == "A word.")
    #expect(interface.types["Nothing"]?.type == .structure([]))
    #expect(
      interface.types["Point"]?.type
        == .structure([Field("x", .int, documentation: "Across."), Field("y", .optional(.float))]))
    #expect(
      interface.methods["Do"]
        == .init(
          parameters: [
            Field("points", .array(.named("Point"))), Field("names", .map(.array(.string))),
            Field("inner", .optional(.structure([Field("a", .structure([Field("b", .bool)]))]))),
            Field("c", .named("Colour")), Field("o", .object),
          ],
          results: [Field("any", .any)], documentation: "Does it."))
    #expect(interface.methods["Rest"] == .init(parameters: [], results: [], documentation: ""))
    #expect(interface.errors["Failed"]?.parameters == [Field("why", .string)])
    #expect(interface.errors["Plain"]?.parameters == [])
  }

  @Test(arguments: [
    ("", 1, #"expected "interface", found the end"#),
    ("interface example", 1, #"expected an interface name, found "example""#),
    ("interface a..b", 1, #"expected an interface name, found "a..b""#),
    ("interface a.b\n\nfunction Do() -> ()", 3, #"expected type, method or error, found "function""#),
    ("interface a.b\nmethod do() -> ()", 2, #"expected a name that begins with a capital letter, found "do""#),
    ("interface a.b\nmethod Do()", 2, #"expected "->", found the end"#),
    ("interface a.b\nmethod Do(x) -> ()", 2, "expected fields with types"),
    ("interface a.b\nmethod Do(x: int,) -> ()", 2, #"expected a field name, found ")""#),
    ("interface a.b\nmethod Do(x_: int) -> ()", 2, #"expected a field name, found "x_""#),
    ("interface a.b\nmethod Do(x: int, x: int) -> ()", 2, #"expected another field name, found "x""#),
    ("interface a.b\nmethod Do(x: ??int) -> ()", 2, #"expected a type, found "?""#),
    ("interface a.b\nmethod Do(x: [int]int) -> ()", 2, #"expected a type, found "[int]""#),
    ("interface a.b\nmethod Do(x: [", 2, #""[" is not closed"#),
    ("interface a.b\ntype T (a: int, b)", 2, #"expected ":", found ")""#),
    ("interface a.b\ntype T (\n  a: Missing\n)", 3, #"no type "Missing""#),
    ("interface a.b\ntype T (a)\nerror T ()", 3, #""T" is declared twice"#),
    ("interface a.b;", 1, #"unexpected ";""#),
  ])
  func `a syntax error is reported with its line`(text: String, line: Int, message: String) {
    #expect { try InterfaceDescription(parsing: text) } throws: { "\($0)" == "line \(line): \(message)" }
  }
}
