/// What a notification server says of itself.
package struct ServerInformation: Equatable, Sendable {
  package var name: String
  package var vendor: String
  package var version: String
  package var capabilities: Set<String>

  package init(name: String, vendor: String, version: String, capabilities: Set<String>) {
    self.name = name
    self.vendor = vendor
    self.version = version
    self.capabilities = capabilities
  }
}
