extension Report {
  /// Text of docs/performance.md.
  var markdown: String {
    let goals = sections.flatMap(\.goals)
    let met = goals.count(where: \.isMet)
    var lines = [
      "# Performance", "",
      "These are the results of one run of `make bench` on one machine. The ratios are meaningful for other machines; the",
      "figures are not. performance.json contains the same results for programs.", "",
    ]
    lines += Self.list([
      "Drift, with two cues in 1.15 s, runs at the same time as all other sections.",
      "The hour of 30/30, with three daemons, runs at the same time as the sections from Idle on.",
    ])
    if !omitted.isEmpty { lines += Self.list(["This run omits: \(omitted.joined(separator: ", "))."]) }
    lines.append("")
    lines += Self.table(["", ""], machine.map { [$0.name, $0.value] }) + [""]
    lines += ["## Goals", "", "\(met) of \(goals.count) goals are met.", ""]
    lines += Self.table(["figure", "goal", "measured", "result"], goals.map(\.row))
    for section in sections {
      lines +=
        ["", "## \(section.title)", ""] + Self.list(section.methods) + [""]
        + Self.table(section.columns, section.rows.map { $0.map(\.shown) })
      if !section.reasons.isEmpty, !section.goals.allSatisfy(\.isMet) {
        lines += ["", "Reasons for missed goals:", ""] + Self.list(section.reasons)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func list(_ sentences: [String]) -> [String] { sentences.map { "- \($0)" } }

  private static func table(_ columns: [String], _ rows: [[String]]) -> [String] {
    ([columns, columns.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
  }
}
