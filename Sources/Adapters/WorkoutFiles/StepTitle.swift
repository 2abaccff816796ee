import Text
import WorkoutModel

/// The one text that other formats have for an interval, which stands for its kind and its label.
///
/// A label alone is the label; a kind alone is its word, with a capital: `Walk`. Where the label would be taken for a
/// kind, or the kind could not be told from how hard the step is, it is both: `Sprint: uphill`.
struct StepTitle {
  let kind: Kind
  let label: String?

  /// Reads a title of a step that by itself is of kind `usual`.
  init(reading text: String?, usual: Kind) {
    guard let text = text?.cleanedToOneLine, !text.isEmpty else {
      (kind, label) = (usual, nil)
      return
    }
    if let kind = Kind(title: text) {
      (self.kind, label) = (kind, nil)
    } else if let colon = text.firstIndex(of: ":"), let kind = Kind(title: String(text[..<colon])) {
      let label = String(text[text.index(after: colon)...]).cleanedToOneLine
      (self.kind, self.label) = (kind, label.isEmpty ? nil : label)
    } else {
      (kind, label) = (usual, text)
    }
  }

  init(kind: Kind, label: String?) {
    self.kind = kind
    self.label = label
  }

  /// The title of a step that by itself is of kind `usual`; nil where nothing needs saying.
  func text(usual: Kind) -> String? {
    guard let label = label?.cleanedToOneLine, !label.isEmpty else { return kind == usual ? nil : kind.title }
    let read = StepTitle(reading: label, usual: usual)
    return read.kind == kind && read.label == label ? label : "\(kind.title): \(label)"
  }
}

extension Kind {
  /// As a title: `Walk`; a bare cue is `Cue`, as others call what is to be run an interval.
  fileprivate var title: String {
    self == .interval ? "Cue" : rawValue.capitalizedFirst
  }

  /// The kind that a title of another program means: its word, whatever the case, with spaces or a hyphen or none.
  fileprivate init?(title: String) {
    let word = title.lowercased().filter { $0 != " " && $0 != "-" }
    switch word {
    case "recovery", "recover": self = .recover
    case "cue": self = .interval
    case "interval": return nil
    default: self.init(rawValue: word)
    }
  }
}
