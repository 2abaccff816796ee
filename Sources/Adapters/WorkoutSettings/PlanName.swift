import Text
import PlanNotation

/// A name that a plan can be saved under and started by.
package struct PlanName: Hashable, Sendable {
  package let text: String

  /// Takes a name as typed; the spaces round it are no part of it.
  package init(_ typed: String) throws(Problem) {
    let text = String(typed.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= Self.longest else { throw .tooLong }
    guard !text.contains("/") else { throw .slash }
    guard !text.hasPrefix("."), !text.hasPrefix("-") else { throw .beginning }
    guard text.unicodeScalars.allSatisfy(\.isPrintable) else { throw .invisible }
    guard !text.hasSuffix(PlanFolders.fileExtension) else { throw .fileExtension }
    guard (try? PlanFile(text)) == nil else { throw .notation }
    self.text = text
  }

  /// The most bytes of UTF-8 that it may have.
  package static let longest = 100

  /// Why a text can be no plan's name.
  package enum Problem: Error, Equatable, CaseIterable {
    case empty
    case tooLong
    /// It has a slash in it, and would be a path.
    case slash
    /// It begins with a dot, as hidden files do, or with a hyphen, as options do.
    case beginning
    /// It has characters in it that do not show.
    case invisible
    /// It ends in `.plan`, which every plan's file does by itself.
    case fileExtension
    /// It is a plan in itself, such as `5k`.
    case notation
  }
}
