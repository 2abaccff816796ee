extension Double {
  /// Text with three significant digits, or all digits before the point; for small numbers, with five decimals.
  var shown: String {
    guard isFinite else { return "–" }
    let places = [100, 10, 1, 0.1, 0.01].firstIndex { magnitude >= $0 } ?? 5
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let rounded = (self * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
