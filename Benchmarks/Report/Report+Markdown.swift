extension Report {
  /// The report as docs/performance.md.
  var markdown: String {
    let goals = sections.flatMap(\.goals)
    let met = goals.count(where: \.isMet)
    var lines = [
      "# Performance", "",
      "What `make bench` measured, all of it in one run on one machine. The ratios are what is claimed; the figures",
      "themselves are of that machine. performance.json has the same for programs.", "",
      "Drift, with two cues in 1.15 s, is measured beside all else, and the hour of 30/30, with three daemons, beside",
      "all that stands below Client.", "",
    ]
    if !omitted.isEmpty { lines += ["Not measured in this run: \(omitted.joined(separator: ", ")).", ""] }
    lines += Self.table(["", ""], machine.map { [$0.name, $0.value] }) + [""]
    lines += ["## Goals", "", "\(met) of \(goals.count) are met.", ""]
    lines += Self.table(["what", "goal", "measured", ""], goals.map(\.row))
    for section in sections {
      lines +=
        ["", "## \(section.title)", "", section.method, ""]
        + Self.table(section.columns, section.rows.map { $0.map(\.shown) })
      if let obstacle = section.obstacle, !section.goals.allSatisfy(\.isMet) {
        lines += ["", "What stands in the way: \(obstacle)"]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func table(_ columns: [String], _ rows: [[String]]) -> [String] {
    ([columns, columns.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
  }
}
