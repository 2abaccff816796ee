package import UserFiles
import Text
import Glibc
import PlanLibrary

/// The coloured icons as files, for whom no icon theme is asked: media players' covers, and some notification servers.
package struct Pictures: Sendable {
  private let paths: [IconName: String]

  /// Looks for them in the data folders, as an icon theme would.
  package init(_ folders: XDGFolders) {
    paths = Dictionary(
      uniqueKeysWithValues: IconName.allCases.compactMap { icon in
        ([folders.dataHome] + folders.dataDirs)
          .map { "\($0)/icons/hicolor/scalable/apps/\(icon.rawValue).svg" }
          .first { SystemCalls.canAccess($0, for: .read) }
          .map { (icon, $0) }
      })
  }

  func path(of icon: IconName) -> String? { paths[icon] }

  func url(of icon: IconName) -> String? { paths[icon].map(Self.url) }

  /// The `file` URL of an absolute path: RFC 8089, with all but unreserved characters and slashes escaped.
  static func url(ofFile path: String) -> String {
    "file://" + path.percentEncoded(allowed: "/-._~")
  }
}
