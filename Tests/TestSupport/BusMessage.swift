import FoundationEssentials

/// A message in the output of `busctl monitor --json=short`.
package struct BusMessage: Decodable, Sendable {
  package enum Kind: String, Decodable, Sendable {
    case call = "method_call"
    case reply = "method_return"
    case error
    case signal
  }

  package let kind: Kind
  package let cookie: UInt64
  package let repliesTo: UInt64?
  package let sender: String?
  package let destination: String?
  package let interface: String?
  package let member: String?
  package let arguments: [BusValue]
  /// Time at which the monitor received the message, in microseconds of CLOCK_REALTIME.
  package let realtime: Int64

  private struct Payload: Decodable {
    let data: [BusValue]
  }

  private enum CodingKeys: String, CodingKey {
    case kind = "type"
    case cookie, sender, destination, interface, member, payload
    case repliesTo = "reply_cookie"
    case realtime = "timestamp-realtime"
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    kind = try fields.decode(Kind.self, forKey: .kind)
    cookie = try fields.decode(UInt64.self, forKey: .cookie)
    repliesTo = try fields.decodeIfPresent(UInt64.self, forKey: .repliesTo)
    sender = try fields.decodeIfPresent(String.self, forKey: .sender)
    destination = try fields.decodeIfPresent(String.self, forKey: .destination)
    interface = try fields.decodeIfPresent(String.self, forKey: .interface)
    member = try fields.decodeIfPresent(String.self, forKey: .member)
    arguments = try fields.decodeIfPresent(Payload.self, forKey: .payload)?.data ?? []
    realtime = try fields.decode(Int64.self, forKey: .realtime)
  }

  /// Reads a line of the monitor's output; nil if the line is not a message.
  package init?(line: String) {
    guard let message = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
    self = message
  }
}
