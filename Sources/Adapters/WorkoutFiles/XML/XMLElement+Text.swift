import Text

extension XMLElement {
  /// The element as a document, indented, with its declaration.
  var document: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + lines(indent: "").joined() }

  private func lines(indent: String) -> [String] {
    let attributes = attributes.sorted { $0.key < $1.key }.map { " \($0)=\"\($1.escapedAsXML)\"" }.joined()
    guard !children.isEmpty else {
      return [
        text.isEmpty
          ? "\(indent)<\(name)\(attributes)/>\n" : "\(indent)<\(name)\(attributes)>\(text.escapedAsXML)</\(name)>\n"
      ]
    }
    return ["\(indent)<\(name)\(attributes)>\n"] + children.flatMap { $0.lines(indent: indent + "  ") }
      + ["\(indent)</\(name)>\n"]
  }
}
