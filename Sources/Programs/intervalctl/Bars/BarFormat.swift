import WorkoutModel

/// What a line for a status bar is to look like: `{kind}[ {left}][ of {goal}]`.
struct BarFormat: Equatable {
  let pieces: [Piece]

  /// A stretch of text with fields.
  struct Piece: Equatable {
    let template: FieldTemplate<BarField>
    /// Whether it stood in brackets, and is left out where a field in it is empty.
    let isOptional: Bool
  }

  /// The text with its fields filled in, without the spaces at its ends.
  func filled(with value: (BarField) -> String) -> String {
    let text = pieces.map { piece in
      var isWhole = true
      let text = piece.template.filled { field in
        let text = value(field)
        if text.isEmpty { isWhole = false }
        return text
      }
      return isWhole || !piece.isOptional ? text : ""
    }.joined()
    let start = text.drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }

  /// Whether the line changes by the clock alone.
  var isMoving: Bool {
    pieces.contains { $0.template.parts.contains { if case .field(let field) = $0 { field.isMoving } else { false } } }
  }
}
