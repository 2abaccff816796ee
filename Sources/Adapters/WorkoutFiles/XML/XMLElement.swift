/// An element of an XML document, with what is in it.
struct XMLElement: Equatable {
  /// Without a prefix.
  let name: String
  /// By their names without prefixes.
  var attributes: [String: String] = [:]
  var children: [XMLElement] = []
  /// What stands in it beside its children.
  var text = ""
  /// Where it begins, from 1; 0 for one that is to be written.
  var line = 0

  /// The first child of a name.
  subscript(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The children of a name, in their order.
  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}
