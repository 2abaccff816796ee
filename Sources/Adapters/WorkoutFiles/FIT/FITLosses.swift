/// Collects the assumptions about a FIT file, and counts the parts of the file that no code reads.
///
/// Fields that do not affect a plan are marked as read by `FITMessage.ignore`, and message types that do not affect a
/// plan are in `ignoredMessages`. All other unread parts are losses.
struct FITLosses {
  private var fields: [FieldKey: FITOccurrences] = [:]
  private var developerFields: [UInt16: FITOccurrences] = [:]
  private var assumptions: [Loss] = []

  private struct FieldKey: Hashable {
    let message: UInt16
    let field: UInt8
  }

  /// Message types that only describe the file, the writing device, or the developer fields of other messages.
  ///
  /// They are, in this order: `capabilities`, `device_info`, `software`, `file_capabilities`, `mesg_capabilities`,
  /// `field_capabilities`, `file_creator`, `field_description` and `developer_data_id`.
  private static let ignoredMessages: Set<UInt16> = [1, 23, 35, 37, 38, 39, 49, 206, 207]

  /// Adds the assumptions about messages, and counts the unread fields.
  mutating func add(_ messages: some Sequence<FITMessage>) {
    for message in messages {
      let none = FITOccurrences(first: message.offset)
      for field in message.unreadFields {
        fields[FieldKey(message: message.number, field: field), default: none].count += 1
      }
      assumptions += message.assumptions
      if message.hasDeveloperFields { developerFields[message.number, default: none].count += 1 }
    }
  }

  /// Returns the assumptions, and then the unread parts in the order of their numbers in the profile.
  ///
  /// `skipped` contains the skipped messages, by the number of the message type.
  func losses(skipped: [UInt16: FITOccurrences]) -> [Loss] {
    let fields = fields.sorted { ($0.key.message, $0.key.field) < ($1.key.message, $1.key.field) }
      .map { key, occurrences in
        let field = FITProfile.field(key.field, ofMessage: key.message)
        return occurrences.loss("field \(field) of \(FITProfile.message(key.message))")
      }
    let developerFields = self.developerFields.sorted { $0.key < $1.key }.map {
      $0.value.loss("developer field of \(FITProfile.message($0.key))")
    }
    let messages = skipped.filter { !Self.ignoredMessages.contains($0.key) }.sorted { $0.key < $1.key }.map {
      $0.value.loss("message \(FITProfile.message($0.key))")
    }
    return assumptions + fields + developerFields + messages
  }
}

/// Number of occurrences of an unread part, and the offset of the first one in the file.
struct FITOccurrences {
  var count = 0
  let first: Int

  init(first: Int) {
    self.first = first
  }

  fileprivate func loss(_ part: String) -> Loss { .unsupported(part, count: count, first: .offset(first)) }
}
