import Text

/// An element of an XML document that records which of its parts were read.
///
/// Each function that returns a part also marks the part as read. After a reader has finished, `reportUnread` reports
/// every other part as a loss, so no attribute, element or text of a document can be lost without a warning.
final class XMLNode {
  /// Name without a namespace prefix.
  let name: String
  /// Position of the start tag.
  let place: WorkoutFileError.Place
  private let attributes: [String: String]
  /// Attributes that no code can read, because an earlier attribute has the same name without a namespace prefix.
  private var repeatedAttributes: [XMLElement.Attribute]
  private let content: String
  private let nodes: [XMLNode]

  private var isRead = false
  private var readAttributes: Set<String> = []
  private var isTextRead = false

  /// Makes the node for an element that was read from a document.
  init(_ element: XMLElement) {
    name = element.name
    place = .line(element.line)
    attributes = element.attributes.mapValues(\.cleanedToOneLine)
    repeatedAttributes = element.repeatedAttributes
    content = element.text.cleanedToOneLine
    nodes = element.children.map(XMLNode.init)
  }

  /// Reads a file, and marks the root element as read.
  ///
  /// - Parameters:
  ///   - file: Content of the file.
  ///   - report: Receives an assumption about the encoding.
  /// - Returns: The root element.
  /// - Throws: The first problem in the document, with its line.
  static func root(of file: [UInt8], report: inout LossReport) throws(WorkoutFileError) -> XMLNode {
    let document = XMLDocument(file)
    let root = XMLNode(try XMLReader.root(of: document))
    root.isRead = true
    if let assumption = document.assumption { report.add(assumption) }
    return root
  }

  // MARK: Children

  /// Marks the first child with the given name as read, and returns the child.
  subscript(_ name: String) -> XMLNode? {
    let node = nodes.first { $0.name == name }
    node?.isRead = true
    return node
  }

  /// Marks the children with one of the given names as read, and returns the children in document order.
  func children(_ names: String...) -> [XMLNode] { children { names.contains($0.name) } }

  /// Marks the children that satisfy a condition as read, and returns the children in document order.
  func children(where isWanted: (XMLNode) -> Bool) -> [XMLNode] {
    let wanted = nodes.filter(isWanted)
    for node in wanted { node.isRead = true }
    return wanted
  }

  /// Whether the element has a child with one of the given names; does not mark the child as read.
  func hasChild(_ names: String...) -> Bool { nodes.contains { names.contains($0.name) } }

  /// Whether the element or a descendant satisfies a condition; does not mark anything as read.
  func contains(where condition: (XMLNode) -> Bool) -> Bool {
    condition(self) || nodes.contains { $0.contains(where: condition) }
  }

  /// Whether the element has neither children nor text.
  var isEmpty: Bool { nodes.isEmpty && content.isEmpty }

  // MARK: Values

  /// Text directly in the element, on one line.
  var text: String {
    isTextRead = true
    return content
  }

  /// Converts the text of the element; the text counts as read only if the result is not nil.
  func text<Value>(as convert: (String) -> Value?) -> Value? {
    guard let value = convert(content) else { return nil }
    isTextRead = true
    return value
  }

  /// Whether the element has the attribute; does not mark the attribute as read.
  func hasAttribute(_ name: String) -> Bool { attributes[name] != nil }

  /// Value of an attribute, on one line; nil if the element does not have the attribute.
  func attribute(_ name: String) -> String? { attribute(name) { $0 } }

  /// Converts an attribute; the attribute counts as read only if the result is not nil.
  func attribute<Value>(_ name: String, as convert: (String) -> Value?) -> Value? {
    guard let value = attributes[name].flatMap(convert) else { return nil }
    readAttributes.insert(name)
    return value
  }

  // MARK: Parts that are ignored

  /// Marks attributes that do not matter to a plan as read.
  func ignore(attributes names: Set<String>) { readAttributes.formUnion(names) }

  /// Marks children that do not matter to a plan as read, with all of their content.
  func ignore(children names: Set<String>) {
    for node in nodes where names.contains(node.name) { node.ignore() }
  }

  /// Marks the element with all of its content as read.
  func ignore() {
    (isRead, isTextRead) = (true, true)
    readAttributes = Set(attributes.keys)
    repeatedAttributes = []
    for node in nodes { node.ignore() }
  }

  // MARK: Parts that were not read

  /// Occurrences of an unread part.
  private struct Occurrences {
    /// Description with the value, such as `attribute Incline="3"`; nil if the occurrences have different values.
    var description: String?
    var count = 0
    let place: WorkoutFileError.Place
  }

  /// Reports everything in the element that was not read, with one loss for each name.
  func reportUnread(to report: inout LossReport) {
    var names: [String] = []
    var parts: [String: Occurrences] = [:]
    forEachUnread { name, description, place in
      if parts[name] == nil { names.append(name) }
      var part = parts[name] ?? Occurrences(description: description, place: place)
      part.count += 1
      if part.description != description { part.description = nil }
      parts[name] = part
    }
    for name in names {
      guard let part = parts[name] else { continue }
      report.add(.unsupported(part.description ?? name, count: part.count, first: part.place))
    }
  }

  /// Calls a function with the name, the description and the position of each unread part, in document order.
  private func forEachUnread(_ body: (String, String, WorkoutFileError.Place) -> Void) {
    guard isRead else {
      let value = texts.isEmpty ? "" : " \"\(Self.shortened(texts.joined(separator: " ")))\""
      return body("element <\(name)>", "element <\(name)>\(value)", place)
    }
    for (attribute, value) in attributes.sorted(by: { $0.key < $1.key }) where !readAttributes.contains(attribute) {
      body("attribute \(attribute)", "attribute \(attribute)=\"\(Self.shortened(value))\"", place)
    }
    for attribute in repeatedAttributes {
      let value = Self.shortened(attribute.value.cleanedToOneLine)
      body("attribute \(attribute.name)", "attribute \(attribute.name)=\"\(value)\"", place)
    }
    if !isTextRead, !content.isEmpty {
      body("text in <\(name)>", "text \"\(Self.shortened(content))\" in <\(name)>", place)
    }
    for node in nodes { node.forEachUnread(body) }
  }

  /// The texts of the element and of its descendants.
  private var texts: [String] { (content.isEmpty ? [] : [content]) + nodes.flatMap(\.texts) }

  private static func shortened(_ value: String) -> String { value.escapedToOneLine(limit: 40) }
}
