import Testing
import Varlink

@Suite struct MessageFramerTests {
  private let bytes = Array("{}\0\0{\"method\":\"é\"}\0rest".utf8)
  private let messages = ["{}", "", "{\"method\":\"é\"}"].map { Array($0.utf8) }

  private func drain(_ framer: inout MessageFramer) throws -> [[UInt8]] {
    var messages: [[UInt8]] = []
    while let message = try framer.next() { messages.append(message) }
    return messages
  }

  @Test func `a message that is split at any byte is complete`() throws {
    for first in bytes.indices {
      for second in first...bytes.endIndex {
        var framer = MessageFramer()
        var read: [[UInt8]] = []
        for piece in [bytes[..<first], bytes[first..<second], bytes[second...]] {
          framer.append(piece)
          read += try drain(&framer)
        }
        #expect(read == messages, "split at \(first) and \(second)")
        #expect(framer.hasPartialMessage)
      }
    }
  }

  @Test func `a message that arrives byte by byte is complete`() throws {
    var framer = MessageFramer()
    var read: [[UInt8]] = []
    for byte in bytes {
      framer.append([byte])
      read += try drain(&framer)
    }
    #expect(read == messages)
  }

  @Test func `a framer has no partial message after a complete message`() throws {
    var framer = MessageFramer()
    #expect(!framer.hasPartialMessage)
    framer.append(Array("{}\0".utf8))
    _ = try drain(&framer)
    #expect(!framer.hasPartialMessage)
  }

  @Test(arguments: [true, false])
  func `a message over the limit is rejected even if it is incomplete`(isComplete: Bool) throws {
    var framer = MessageFramer()
    framer.append(repeatElement(0x20, count: MessageFramer.maximumLength + 1))
    if isComplete { framer.append([0]) }
    #expect { try framer.next() } throws: { ($0 as? TransportError)?.code == .malformedMessage }
  }

  @Test func `a message of the maximum length is accepted after a shorter message`() throws {
    var framer = MessageFramer()
    framer.append([0x20, 0])
    framer.append(repeatElement(0x20, count: MessageFramer.maximumLength))
    framer.append([0])
    #expect(try drain(&framer).map(\.count) == [1, MessageFramer.maximumLength])
  }
}
