import Text
import PlanNotation

/// A name under which a plan can be saved and started.
package struct PlanName: Hashable, Sendable {
  package let text: String

  /// Reads a typed name, without the spaces around it.
  package init(_ typed: String) throws(Problem) {
    let text = String(typed.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= Self.maxBytes else { throw .tooLong }
    guard !text.unicodeScalars.contains("/") else { throw .slash }
    guard !text.hasPrefix("."), !text.hasPrefix("-") else { throw .beginning }
    guard text.unicodeScalars.allSatisfy(\.isPrintable) else { throw .invisible }
    guard !text.hasSuffix(PlanFolders.fileExtension) else { throw .fileExtension }
    guard (try? PlanFile(text)) == nil else { throw .notation }
    self.text = text
  }

  /// Maximum length in UTF-8.
  package static let maxBytes = 100

  /// A text that cannot be the name of a plan.
  package enum Problem: Error, Equatable, CaseIterable {
    case empty
    case tooLong
    /// It contains a slash, and would be a path.
    case slash
    /// It begins with a dot, like a hidden file, or with a hyphen, like an option.
    case beginning
    /// It contains invisible characters.
    case invisible
    /// It ends in `.plan`, which is added to the name of each file.
    case fileExtension
    /// It is a plan in notation, such as `5k`.
    case notation
  }
}
