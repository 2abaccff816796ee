import Text

/// Name under which a plan or a training program can be saved and started.
package struct PlanName: Equatable, Sendable {
  package let text: String

  /// Reads a typed name without the spaces around it; throws the reason if the name is invalid.
  package init(_ typed: String) throws(Problem) {
    let text = typed.trimmed(where: \.properties.isWhitespace)
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= Self.maxBytes else { throw .tooLong }
    guard !text.unicodeScalars.contains("/") else { throw .slash }
    guard !text.hasPrefix("."), !text.hasPrefix("-") else { throw .beginning }
    guard text.unicodeScalars.allSatisfy(\.isPrintable) else { throw .invisible }
    guard !Self.extensions.contains(where: text.hasSuffix) else { throw .fileExtension }
    guard (try? PlanFile(text)) == nil else { throw .notation }
    self.text = text
  }

  /// Maximum length in bytes of UTF-8.
  package static let maxBytes = 100
  /// The extension of plan files.
  package static let fileExtension = ".plan"
  /// The extension of program files.
  package static let programExtension = ".program"
  /// The extensions of all files in the folders of plans.
  package static let extensions = [fileExtension, programExtension]

  /// The extension at the end of a name; empty if it has none.
  fileprivate static func fileExtension(of name: String) -> String {
    extensions.first(where: name.trimmed(where: \.properties.isWhitespace).hasSuffix) ?? ""
  }

  /// Reason why a text cannot be the name of a plan.
  package enum Problem: Error, Equatable, CaseIterable {
    case empty
    case tooLong
    /// The text contains a slash, like a path.
    case slash
    /// The text begins with a dot, like a hidden file, or with a hyphen, like an option.
    case beginning
    /// The text contains invisible characters.
    case invisible
    /// The text ends in `.plan` or `.program`, which is added to a name to form the name of the file.
    case fileExtension
    /// The text is a plan in notation, such as `5k`.
    case notation
  }
}

extension PlanName.Problem {
  /// Returns the message that a name has this problem; `type` is `plan` or `program`.
  package func message(for name: String, of type: String = "plan") -> String {
    switch self {
    case .empty: "the \(type) name is empty"
    case .tooLong: "the \(type) name is longer than \(PlanName.maxBytes) bytes"
    case .slash: "a \(type) name cannot contain '/'"
    case .beginning: "a \(type) name cannot begin with '\(name.safeForTerminal.prefix(1))'"
    case .invisible: "a \(type) name cannot contain invisible characters"
    case .fileExtension: "a \(type) name does not include '\(PlanName.fileExtension(of: name))'"
    case .notation: "'\(name.safeForTerminal)' is a plan in notation, and cannot be a \(type) name"
    }
  }

  /// The hint that suggests another name.
  package func hint(for name: String) -> String {
    switch self {
    case .empty, .beginning, .invisible: "a name is a word such as long-run"
    case .tooLong: "choose a shorter name, such as long-run"
    case .slash: "all plans are in one folder; write '-' instead of '/'"
    case .fileExtension: "write \(name.safeForTerminal.dropLast(PlanName.fileExtension(of: name).count))"
    case .notation:
      "choose another name, such as my-\(name.safeForTerminal.split(separator: " ").joined(separator: "-"))"
    }
  }
}
