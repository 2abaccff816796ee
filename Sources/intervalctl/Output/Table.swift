/// Rows of cells in aligned columns, two spaces apart.
struct Table: Equatable {
  var columns: [Column]
  var rows: [[Cell]] = []

  /// How one column looks.
  struct Column: Equatable {
    var title = ""
    var isRightAligned = false
    var look: Style.Look?
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

  /// A table of facts: what, and its value.
  init(facts: [(String, String?)]) {
    columns = [Column(look: .faint), Column()]
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
  func lines(_ style: Style) -> [String] {
    let titles = columns.contains { !$0.title.isEmpty } ? [columns.map { Cell($0.title, look: .heading) }] : []
    let all = titles + rows
    let widths = columns.indices.map { index in all.map { $0[index].text.columns }.max() ?? 0 }
    return all.map { row in
      let last = row.lastIndex { !$0.text.isEmpty } ?? 0
      return row.indices.prefix(last + 1).map { index in
        let cell = row[index]
        let column = columns[index]
        let isPadded = column.isRightAligned || index < last
        let text = isPadded ? cell.text.padded(to: widths[index], rightAligned: column.isRightAligned) : cell.text
        return style.text(text, cell.look ?? column.look)
      }.joined(separator: "  ")
    }
  }
}
