import FoundationEssentials

/// The folder of Package.swift, or the working directory if the program was built without absolute paths.
package let packageRoot: String = {
  // This file is Tests/TestSupport/PackageFile.swift.
  let path: String = #filePath
  guard path.hasPrefix("/") else { return FileManager.default.currentDirectoryPath }
  return "/" + path.split(separator: "/").dropLast(3).joined(separator: "/")
}()

/// Reads a text file by its path in the package folder.
package func packageFile(_ path: String) throws -> String {
  try textFile("\(packageRoot)/\(path)")
}

package func textFile(_ path: String) throws -> String {
  String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
}
