import Text
import Glibc
import PlanNotation

/// The plans that have names: the files `NAME.plan` in the plan folders.
package struct PlanFolders: Equatable, Sendable {
  /// The most important first.
  package let paths: [String]

  package init(_ folders: Folders) {
    paths = folders.planFolders
  }

  /// What a plan file ends in.
  package static let fileExtension = ".plan"

  /// A plan that has a name.
  package struct Entry: Equatable, Sendable {
    package let name: String
    package let path: String
  }

  /// The plan of a name; nil where there is none.
  package func entry(named name: String) -> Entry? {
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { return nil }
    // The path is a valid C string for the length of the call.
    return paths.lazy
      .map { Entry(name: name, path: "\($0)/\(name)\(Self.fileExtension)") }
      .first { unsafe access($0.path, F_OK) == 0 }
  }

  /// The plan that a person means by a name: the one that has it, else the only one that has it in other letter case.
  package func entry(typed name: String) -> Entry? {
    if let entry = entry(named: name) { return entry }
    let others = entries().filter { $0.name.lowercased() == name.lowercased() }
    return others.count == 1 ? others[0] : nil
  }

  /// All plans, by name; of several with one name the most important.
  package func entries() -> [Entry] {
    var paths: [String: String] = [:]
    for folder in self.paths {
      for file in FolderContents.names(in: folder) where file.hasSuffix(Self.fileExtension) && !file.hasPrefix(".") {
        let name = String(file.dropLast(Self.fileExtension.count))
        if paths[name] == nil { paths[name] = "\(folder)/\(file)" }
      }
    }
    return paths.map { Entry(name: $0.key, path: $0.value) }.sorted { $0.name < $1.name }
  }

  /// The name of a plan that may have been meant by a name that is none.
  package func similar(to name: String) -> String? {
    nearestWord(to: name, in: entries().map(\.name))
  }
}
