/// A number as XML files have them, digits with a point among them perhaps, up to a million; nil for another text.
func decimal(_ text: String) -> Double? {
  guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(text),
    (0...1_000_000).contains(number)
  else { return nil }
  return number
}
