import JSON
import Testing
import Varlink

@Suite struct CallTests {
  @Test(arguments: [
    (#"{"method":"a.b.C"}"#, Call("a.b.C")),
    (#"{"method":"a.b.C","parameters":null,"more":null,"oneway":false}"#, Call("a.b.C")),
    (#"{"method":"a.b.C","parameters":{},"more":false}"#, Call("a.b.C")),
    (#"{"parameters":{"x":1},"more":true,"method":"a.b.C"}"#, Call("a.b.C", ["x": 1], more: true)),
    (#"{"method":"a.b.C","oneway":true,"more":false}"#, Call("a.b.C", oneway: true)),
    (#"{"method":"a.b.C","upgrade":false,"more":null,"oneway":null}"#, Call("a.b.C")),
    (#"{"method":"a.b.C","upgrade":null}"#, Call("a.b.C")),
    (#"{"method":"a.b.C","upgrade":true}"#, Call("a.b.C", upgrade: true)),
  ])
  func `a message is parsed as its call`(text: String, call: Call) throws {
    #expect(try Call(message: Array(text.utf8)) == call)
  }

  @Test(arguments: [
    "", "null", "[]", "\"method\"", "{}", #"{"method":null}"#, #"{"method":1}"#, #"{"method":"a.b.C","parameters":[]}"#,
    #"{"method":"a.b.C","more":1}"#, #"{"method":"a.b.C","oneway":"yes"}"#,
    #"{"method":"a.b.C","more":true,"oneway":true}"#,
    #"{"method":"a.b.C","upgrade":1}"#, #"{"method":"a.b.C","other":false}"#, #"{"method":"a.b.C","method":"a.b.C"}"#,
    #"{"method":"a.b.C"} x"#,
  ])
  func `a message that is not a call is malformed`(text: String) {
    #expect { try Call(message: Array(text.utf8)) } throws: { ($0 as? TransportError)?.code == .malformedMessage }
  }

  @Test(arguments: [
    Call("a.b.C"), Call("a.b.C", ["x": ["y": [1, 2.5, nil]]]), Call("a.b.C", more: true), Call("a.b.C", oneway: true),
    Call("a.b.C", upgrade: true),
  ])
  func `a call is parsed from its own message`(call: Call) throws {
    #expect(try Call(message: call.message) == call)
  }

  @Test(arguments: [("a.b.C", "a.b", "C"), ("C", "", "C"), ("", "", ""), ("a.b.", "a.b", "")])
  func `the last dot separates the interface and the member`(method: String, interface: String, member: String) {
    #expect(Call(method).interface == interface)
    #expect(Call(method).member == member)
  }
}
