import PlanLibrary
import Text
import TerminalUI

/// The first line of a planner: what is being written, and what saving it takes the place of.
struct PlannerTitle {
  private let text: String
  private let remark: String?

  init(_ planner: Planner, width: Int) {
    let title =
      planner.givenName.map { "\(planner.isChange ? "Change" : "New") plan \($0.text.safeForTerminal)" } ?? "New plan"
    let remarks = planner.predecessor?.remarks(isChange: planner.isChange) ?? []
    // Where not even the shortest fits it is the name that is cut.
    let remark = remarks.first { title.columns + Self.gap + $0.columns <= width } ?? remarks.last
    text = title.cut(to: width - (remark.map { Self.gap + $0.columns } ?? 0))
    self.remark = remark
  }

  func line(_ style: Style) -> String {
    let behind = remark.map { String(repeating: " ", count: Self.gap) + style.text($0, .faint) } ?? ""
    return style.text(text, .heading) + behind
  }

  private static let gap = 2
}

extension Planner.Predecessor {
  /// What is said of it, in ever fewer words; nothing where the person sees what becomes of it.
  fileprivate func remarks(isChange: Bool) -> [String] {
    switch self {
    case .own: isChange ? [] : ["overwrites the existing one", "overwrites another", "overwrites"]
    case .installed: ["hides the installed one", "hides another"]
    }
  }
}
