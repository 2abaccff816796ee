/// A time in large digits of block characters.
struct BigTime: Equatable {
  /// The lines from top to bottom, of equal width.
  let lines: [String]

  /// The size of the digits.
  enum Size: Equatable {
    /// Three rows of half blocks.
    case small
    /// A multiple of five rows of whole blocks.
    case large(Int)

    var rows: Int {
      switch self {
      case .small: 3
      case .large(let scale): 5 * scale
      }
    }
  }

  /// Draws digits and colons, large ones with `ink`; other characters are ignored.
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

  /// The rows of each character, three dots wide or one.
  private static let glyphs: [Character: [[Bool]]] = [
    "0": "### #.# #.# #.# ###", "1": ".#. ##. .#. .#. ###", "2": "### ..# ### #.. ###",
    "3": "### ..# ### ..# ###", "4": "#.# #.# ### ..# ..#", "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###", "7": "### ..# ..# ..# ..#", "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###", ":": ". # . # .",
  ].mapValues { rows in rows.split(separator: " ").map { row in row.map { $0 == "#" } } }
}
