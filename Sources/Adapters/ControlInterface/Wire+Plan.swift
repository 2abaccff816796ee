extension Wire {
  /// A plan of the daemon's own folders.
  package struct Plan: Codable, Equatable, Sendable {
    package var name: String
    package var path: String
    package var title: String?
    package var about: String?
    /// Why it cannot be started.
    package var error: String?

    package init(name: String, path: String, title: String? = nil, about: String? = nil, error: String? = nil) {
      self.name = name
      self.path = path
      self.title = title
      self.about = about
      self.error = error
    }
  }
}
