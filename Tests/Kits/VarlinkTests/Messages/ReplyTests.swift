import Testing
import Varlink

@Suite struct ReplyTests {
  @Test(arguments: [
    Reply(), Reply(["x": 1]), Reply(["x": nil], continues: true), Reply(VarlinkError("a.b.E", ["why": "so"])),
  ])
  func `a reply written is the reply read`(reply: Reply) throws {
    #expect(try Reply(message: reply.message) == reply)
  }

  @Test(arguments: ["{}", #"{"parameters":null}"#, #"{"continues":false,"error":null}"#])
  func `what is left out is empty`(text: String) throws {
    #expect(try Reply(message: Array(text.utf8)) == Reply())
  }

  @Test(arguments: ["[]", #"{"parameters":1}"#, #"{"continues":0}"#, #"{"error":{}}"#, #"{"result":{}}"#])
  func `what is no reply is malformed`(text: String) {
    #expect { try Reply(message: Array(text.utf8)) } throws: { ($0 as? TransportError)?.code == .malformedMessage }
  }

  @Test func `the result of an error reply is the error`() {
    let error = VarlinkError.invalidParameter("a.b")
    #expect(throws: error) { try Reply(error).result() }
  }
}
