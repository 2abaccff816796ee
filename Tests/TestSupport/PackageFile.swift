import FoundationEssentials

/// The folder of Package.swift; for a program that does not tell where it was built, the one that it is run in.
package let packageRoot: String = {
  // This file is Tests/TestSupport/PackageFile.swift.
  let path: String = #filePath
  guard path.hasPrefix("/") else { return FileManager.default.currentDirectoryPath }
  return "/" + path.split(separator: "/").dropLast(3).joined(separator: "/")
}()

/// Reads a text file of this package, by its path from the top.
package func packageFile(_ path: String) throws -> String {
  try textFile("\(packageRoot)/\(path)")
}

package func textFile(_ path: String) throws -> String {
  String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
}
