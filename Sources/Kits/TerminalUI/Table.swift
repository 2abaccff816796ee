import Text

/// Rows of cells in aligned columns, two spaces apart.
package struct Table: Equatable, Sendable {
  package var columns: [Column]
  package var rows: [[Cell]] = []

  /// Title and layout of a column.
  package struct Column: Equatable, Sendable {
    package var title: String
    package var isRightAligned: Bool
    package var look: Style.Look?
    /// Whether the column shrinks if the table is wider than the terminal.
    package var isFlexible: Bool
    /// Minimum number of terminal columns of a flexible column.
    package var minWidth: Int
    /// Order in which columns are left out if shrinking is not enough: the lowest number first; nil for a column that
    /// is never left out.
    package var dropOrder: Int?

    package init(
      title: String = "", isRightAligned: Bool = false, look: Style.Look? = nil, isFlexible: Bool = false,
      minWidth: Int = 6, dropOrder: Int? = nil
    ) {
      self.title = title
      self.isRightAligned = isRightAligned
      self.look = look
      self.isFlexible = isFlexible
      self.minWidth = minWidth
      self.dropOrder = dropOrder
    }
  }

  package struct Cell: Equatable, Sendable, ExpressibleByStringLiteral {
    package var text: String
    /// The look of the cell; nil for the look of the column.
    package var look: Style.Look?

    package init(_ text: String, look: Style.Look? = nil) {
      self.text = text.safeForTerminal
      self.look = look
    }

    package init(stringLiteral value: String) { self.init(value) }
  }

  /// A table of names and values; a value that is too long for the terminal is wrapped.
  package init(facts: [(String, String?)]) {
    columns = [Column(look: .faint), Column(isFlexible: true)]
    rows = facts.compactMap { name, value in value.map { [Cell(name), Cell($0)] } }
  }

  package init(columns: [Column], rows: [[Cell]] = []) {
    self.columns = columns
    self.rows = rows
  }

  package mutating func removeColumn(at index: Int) {
    columns.remove(at: index)
    for row in rows.indices { rows[row].remove(at: index) }
  }

  /// The lines without trailing spaces; if a column has a title, the first line contains the titles.
  ///
  /// If the table is wider than `width`, the flexible columns shrink, the widest column first. If shrinking is not
  /// enough, columns are left out. If the table has titles, the cells of flexible columns are cut. Otherwise the cells
  /// of the first flexible column are wrapped. If `width` is nil, nothing is cut or wrapped.
  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    var table = self
    if let width { table.dropColumns(toFit: width) }
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

  private mutating func dropColumns(toFit width: Int) {
    while true {
      let minWidths = zip(columns, naturalWidths).map { $0.isFlexible ? min($0.minWidth, $1) : $1 }
      let droppable = columns.indices.filter { columns[$0].dropOrder != nil }
      guard Self.total(minWidths) > width,
        let index = droppable.min(by: { (columns[$0].dropOrder ?? 0) < (columns[$1].dropOrder ?? 0) })
      else { return }
      columns.remove(at: index)
      for row in rows.indices { rows[row].remove(at: index) }
    }
  }

  /// Returns the widths after the flexible columns have been shrunk as far as necessary, but not below their minimum
  /// widths.
  private func shrunk(_ widths: [Int], to width: Int) -> [Int] {
    var widths = widths
    var excess = Self.total(widths) - width
    while excess > 0 {
      let shrinkable = columns.indices.filter { columns[$0].isFlexible && widths[$0] > columns[$0].minWidth }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
      let next = shrinkable.filter { $0 != widest }.map { widths[$0] }.max() ?? columns[widest].minWidth
      let step = min(excess, max(1, widths[widest] - max(next, columns[widest].minWidth)))
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

  /// Returns one row for each line of the wrapped cell; the other cells are empty after the first row.
  private func wrapped(_ row: [Cell], _ widths: [Int]) -> [[Cell]] {
    guard let flexible = columns.firstIndex(where: \.isFlexible) else { return [row] }
    return row[flexible].text.wrapped(to: widths[flexible]).enumerated().map { number, line in
      var part = number == 0 ? row : row.map { _ in "" }
      part[flexible] = Cell(line, look: row[flexible].look)
      return part
    }
  }

  /// The space between two columns.
  package static let gap = "  "
}
