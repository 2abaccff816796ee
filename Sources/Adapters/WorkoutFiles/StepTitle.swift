import Text
import WorkoutModel

/// A text that combines the kind and the label of an interval, for formats with a single text for each step.
///
/// Without a label, the title is the capitalized kind, such as `Walk`. If an import would read the correct kind and
/// label from the label alone, the title is the label. Otherwise, the title contains both: `Sprint: uphill`.
struct StepTitle {
  let kind: Kind
  let label: String?

  /// Reads the title of a step; `defaultKind` is the kind of the step if the title does not specify a kind.
  init(reading text: String?, defaultKind: Kind) {
    guard let text = text?.cleanedToOneLine, !text.isEmpty else {
      (kind, label) = (defaultKind, nil)
      return
    }
    if let kind = Kind(title: text) {
      (self.kind, label) = (kind, nil)
    } else if let colon = text.firstIndex(of: ":"), let kind = Kind(title: String(text[..<colon])) {
      let label = String(text[text.index(after: colon)...]).cleanedToOneLine
      (self.kind, self.label) = (kind, label.isEmpty ? nil : label)
    } else {
      (kind, label) = (defaultKind, text)
    }
  }

  init(kind: Kind, label: String?) {
    self.kind = kind
    self.label = label
  }

  /// Returns the title of a step; nil if the step has no label, and its kind is the default kind.
  func text(defaultKind: Kind) -> String? {
    guard let label = label?.cleanedToOneLine, !label.isEmpty else { return kind == defaultKind ? nil : kind.title }
    let readBack = StepTitle(reading: label, defaultKind: defaultKind)
    return readBack.kind == kind && readBack.label == label ? label : "\(kind.title): \(label)"
  }
}

extension Kind {
  /// Title of the kind, such as `Walk`.
  ///
  /// The title of `interval` is `Cue`, because other programs use the word interval for fast running.
  fileprivate var title: String {
    self == .interval ? "Cue" : rawValue.capitalizedFirst
  }

  /// Finds the kind for a title, ignoring case, spaces and hyphens; nil if the title does not name a kind.
  init?(title: String) {
    let word = title.lowercased().filter { $0 != " " && $0 != "-" }
    switch word {
    case "recovery", "recover": self = .recover
    case "cue": self = .interval
    case "interval": return nil
    default: self.init(rawValue: word)
    }
  }
}

extension [String] {
  /// The texts as one label, separated by commas; a text that ends a sentence is followed only by a space.
  var joinedAsLabel: String? {
    var label = ""
    for text in self where !text.isEmpty {
      if let last = label.last { label += ".!?:;,…".contains(last) ? " " : ", " }
      label += text
    }
    return label.isEmpty ? nil : label
  }
}
