import UserFiles
import WorkoutFiles
import PlanLibrary

/// The plan and workout files that the beginning of a path may lead to.
struct PlanFileCompletion {
  /// What the path is relative to.
  let folder: String
  /// What `~` stands for in it; nil for nothing.
  let home: String?

  /// The files and folders whose paths begin like this.
  ///
  /// A folder that is the only one is gone into, as a shell would put a space behind it.
  func candidates(for prefix: String) -> [String] {
    let end = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let folder = String(prefix[..<end])
    let candidates = Self.contents(of: path(folder)).filter { $0.hasPrefix(prefix[end...]) }.map { folder + $0 }
    guard candidates.count == 1, candidates[0].hasSuffix("/"), candidates[0] != prefix else { return candidates }
    return self.candidates(for: candidates[0])
  }

  private func path(_ typed: String) -> String {
    if let home, typed.hasPrefix("~/") { return home + typed.dropFirst() }
    return typed.hasPrefix("/") ? typed : "\(folder)/\(typed)"
  }

  /// The plan and workout files in a folder, and the folders in it with a slash behind them; hidden ones apart.
  private static func contents(of folder: String) -> [String] {
    Folder.names(in: folder).filter { !$0.hasPrefix(".") }.compactMap { name in
      if Folder.exists("\(folder)/\(name)") { return "\(name)/" }
      return name.hasSuffix(PlanFolders.fileExtension) || WorkoutFormat(path: name) != nil ? name : nil
    }.sorted()
  }
}
