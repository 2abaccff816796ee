extension Wire {
  /// One step of a Watch.
  package struct Event: Codable, Equatable, Sendable {
    package var event: EventWord
    package var cue: CueWord?
    /// The words shown or spoken.
    package var text: String?
    package var status: Status
    package var summary: Summary?

    package init(event: EventWord, cue: CueWord? = nil, text: String? = nil, status: Status, summary: Summary? = nil) {
      self.event = event
      self.cue = cue
      self.text = text
      self.status = status
      self.summary = summary
    }
  }
}
