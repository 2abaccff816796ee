/// Rows of cells in aligned columns, two spaces apart.
struct Table: Equatable {
  var columns: [Column]
  var rows: [[Cell]] = []

  /// How one column looks.
  struct Column: Equatable {
    var title = ""
    var isRightAligned = false
    var look: Style.Look?
    /// Whether it gives way where the table is wider than the terminal.
    var isFlexible = false
    /// The columns of the terminal that it keeps then.
    var narrowest = 6
    /// When it is left out, where the table is too wide even so: first the lowest.
    var leaves: Int?
  }

  struct Cell: Equatable, ExpressibleByStringLiteral {
    var text: String
    /// In place of the column's.
    var look: Style.Look?

    init(_ text: String, look: Style.Look? = nil) {
      self.text = text.harmless
      self.look = look
    }

    init(stringLiteral value: String) { self.init(value) }
  }

  /// A table of facts: what, and its value, which is wrapped where it is too long for the terminal.
  init(facts: [(String, String?)]) {
    columns = [Column(look: .faint), Column(isFlexible: true)]
    rows = facts.compactMap { name, value in value.map { [Cell(name), Cell($0)] } }
  }

  init(columns: [Column], rows: [[Cell]] = []) {
    self.columns = columns
    self.rows = rows
  }

  mutating func removeColumn(at index: Int) {
    columns.remove(at: index)
    for row in rows.indices { rows[row].remove(at: index) }
  }

  /// The lines, the first of them the titles if any column has one; no spaces at their ends.
  ///
  /// Where they would be wider than `width`, columns are left out until the flexible ones can give way enough, the
  /// widest first: with titles their cells are cut, without they are wrapped, of at most one column. Without a width
  /// everything is as wide as it is.
  func lines(_ style: Style, width: Int? = nil) -> [String] {
    var table = self
    if let width { table.leaveOut(toFit: width) }
    return table.remainingLines(style, width: width)
  }

  private func remainingLines(_ style: Style, width: Int?) -> [String] {
    var all = (hasTitles ? [columns.map { Cell($0.title, look: .heading) }] : []) + rows
    let natural = naturalWidths
    let widths = width.map { shrunk(natural, to: $0) } ?? natural
    if widths != natural {
      all = all.flatMap { hasTitles ? [Self.cut($0, widths)] : wrapped($0, widths) }
    }
    return all.map { row in
      let last = row.lastIndex { !$0.text.isEmpty } ?? 0
      return row.indices.prefix(last + 1).map { index in
        let cell = row[index]
        let column = columns[index]
        let isPadded = column.isRightAligned || index < last
        let text = isPadded ? cell.text.padded(to: widths[index], rightAligned: column.isRightAligned) : cell.text
        return style.text(text, cell.text.isEmpty ? nil : cell.look ?? column.look)
      }.joined(separator: Self.gap)
    }
  }

  private var hasTitles: Bool { columns.contains { !$0.title.isEmpty } }

  private var naturalWidths: [Int] {
    columns.indices.map { index in
      rows.reduce(columns[index].title.columns) { max($0, $1[index].text.columns) }
    }
  }

  private mutating func leaveOut(toFit width: Int) {
    while true {
      let fewest = zip(columns, naturalWidths).map { $0.isFlexible ? min($0.narrowest, $1) : $1 }
      let leaving = columns.indices.filter { columns[$0].leaves != nil }
      guard Self.total(fewest) > width,
        let index = leaving.min(by: { (columns[$0].leaves ?? 0) < (columns[$1].leaves ?? 0) })
      else { return }
      columns.remove(at: index)
      for row in rows.indices { rows[row].remove(at: index) }
    }
  }

  /// The widths with which the flexible columns give way, as far as they do.
  private func shrunk(_ widths: [Int], to width: Int) -> [Int] {
    var widths = widths
    var excess = Self.total(widths) - width
    while excess > 0 {
      let giving = columns.indices.filter { columns[$0].isFlexible && widths[$0] > columns[$0].narrowest }
      guard let widest = giving.max(by: { widths[$0] < widths[$1] }) else { break }
      let next = giving.filter { $0 != widest }.map { widths[$0] }.max() ?? columns[widest].narrowest
      let step = min(excess, max(1, widths[widest] - max(next, columns[widest].narrowest)))
      widths[widest] -= step
      excess -= step
    }
    return widths
  }

  private static func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + gap.count * (widths.count - 1) }

  private static func cut(_ row: [Cell], _ widths: [Int]) -> [Cell] {
    zip(row, widths).map { cell, width in
      var cell = cell
      cell.text = cell.text.cut(to: width)
      return cell
    }
  }

  /// A row as several, of which all but the first have nothing but the rest of the one cell.
  private func wrapped(_ row: [Cell], _ widths: [Int]) -> [[Cell]] {
    guard let flexible = columns.firstIndex(where: \.isFlexible) else { return [row] }
    return row[flexible].text.wrapped(to: widths[flexible]).enumerated().map { number, line in
      var part = number == 0 ? row : row.map { _ in "" }
      part[flexible] = Cell(line, look: row[flexible].look)
      return part
    }
  }

  /// What is between two columns.
  static let gap = "  "
}
