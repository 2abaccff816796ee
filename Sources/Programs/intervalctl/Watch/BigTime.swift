/// A time in digits of block characters, to be read from afar.
struct BigTime: Equatable {
  /// Top to bottom, all of one width.
  let lines: [String]

  /// How large the digits are.
  enum Size: Equatable {
    /// Three rows of half blocks.
    case small
    /// So many times five rows of whole blocks.
    case large(Int)

    var rows: Int {
      switch self {
      case .small: 3
      case .large(let scale): 5 * scale
      }
    }
  }

  /// Draws digits and colons, with `ink` where they are large; other characters are passed over.
  init(_ text: String, _ size: Size, ink: String = "█") {
    let glyphs = text.compactMap { Self.glyphs[$0] }
    let rows = (0..<Self.height).map { row in
      Array(glyphs.map { $0[row] }.joined(separator: [false]))
    }
    switch size {
    case .small:
      let blank = [Bool](repeating: false, count: rows[0].count)
      lines = stride(from: 0, to: Self.height, by: 2).map { row in
        zip(rows[row], row + 1 < Self.height ? rows[row + 1] : blank)
          .map { Self.half(upper: $0, lower: $1) }.joined()
      }
    case .large(let scale):
      lines = rows.flatMap { row in
        let line = row.map { String(repeating: $0 ? ink : " ", count: 2 * scale) }.joined()
        return [String](repeating: line, count: scale)
      }
    }
  }

  private static func half(upper: Bool, lower: Bool) -> String {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }

  private static let height = 5

  /// The rows of each character, three dots wide, or one.
  private static let glyphs: [Character: [[Bool]]] = [
    "0": "### #.# #.# #.# ###", "1": ".#. ##. .#. .#. ###", "2": "### ..# ### #.. ###",
    "3": "### ..# ### ..# ###", "4": "#.# #.# ### ..# ..#", "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###", "7": "### ..# ..# ..# ..#", "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###", ":": ". # . # .",
  ].mapValues { rows in rows.split(separator: " ").map { row in row.map { $0 == "#" } } }
}
