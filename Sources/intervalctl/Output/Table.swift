/// Rows of cells in aligned columns, two spaces apart.
struct Table: Equatable {
  var columns: [Column]
  var rows: [[Cell]] = []

  /// How one column looks.
  struct Column: Equatable {
    var title = ""
    var isRightAligned = false
    var look: Style.Look?
    /// Whether it gives way where the table is wider than the terminal; at most one column does.
    var isFlexible = false
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

  mutating func removeLastColumn() {
    columns.removeLast()
    rows = rows.map { $0.dropLast() }
  }

  /// The lines, the first of them the titles if any column has one; no spaces at their ends.
  ///
  /// Where they would be wider than `width` the flexible column gives way: with titles its cells are cut, without they
  /// are wrapped. Without a width, or a flexible column, everything is as wide as it is.
  func lines(_ style: Style, width: Int? = nil) -> [String] {
    let hasTitles = columns.contains { !$0.title.isEmpty }
    var all = (hasTitles ? [columns.map { Cell($0.title, look: .heading) }] : []) + rows
    var widths = columns.indices.map { index in all.map { $0[index].text.columns }.max() ?? 0 }
    let excess = widths.reduce(0, +) + Self.gap.count * (columns.count - 1) - (width ?? .max)
    if excess > 0, let flexible = columns.firstIndex(where: \.isFlexible) {
      widths[flexible] = max(widths[flexible] - excess, min(widths[flexible], Self.narrowest))
      all = all.flatMap { hasTitles ? [Self.cut($0, flexible, widths)] : Self.wrapped($0, flexible, widths) }
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

  private static func cut(_ row: [Cell], _ flexible: Int, _ widths: [Int]) -> [Cell] {
    var row = row
    row[flexible].text = row[flexible].text.cut(to: widths[flexible])
    return row
  }

  /// A row as several, of which all but the first have nothing but the rest of the one cell.
  private static func wrapped(_ row: [Cell], _ flexible: Int, _ widths: [Int]) -> [[Cell]] {
    row[flexible].text.wrapped(to: widths[flexible]).enumerated().map { number, line in
      var part = number == 0 ? row : row.map { _ in "" }
      part[flexible] = Cell(line, look: row[flexible].look)
      return part
    }
  }

  private static let gap = "  "
  /// The columns of the terminal that a column keeps in any case.
  private static let narrowest = 6
}
