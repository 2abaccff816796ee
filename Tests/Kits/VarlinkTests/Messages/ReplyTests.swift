import JSON
import Testing
import Varlink

@Suite struct ReplyTests {
  @Test(arguments: [
    Reply(), Reply(["x": 1]), Reply(["x": nil], continues: true), Reply(VarlinkError("a.b.E", ["why": "so"])),
  ])
  func `a reply is parsed from its own message`(reply: Reply) throws {
    #expect(try Reply(message: reply.message) == reply)
  }

  @Test(arguments: ["{}", #"{"parameters":null}"#, #"{"continues":false,"error":null}"#])
  func `absent and null members of a reply count as empty`(text: String) throws {
    #expect(try Reply(message: Array(text.utf8)) == Reply())
  }

  @Test(arguments: ["[]", #"{"parameters":1}"#, #"{"continues":0}"#, #"{"error":{}}"#, #"{"result":{}}"#])
  func `a message that is not a reply is malformed`(text: String) {
    #expect { try Reply(message: Array(text.utf8)) } throws: { ($0 as? TransportError)?.code == .malformedMessage }
  }

  @Test func `the result of an error reply is the error`() {
    let error = VarlinkError.invalidParameter("a.b")
    #expect(throws: error) { try Reply(error).result() }
  }
}
