import Testing

@testable import intervalctl

@Suite struct BarTests {
  @Test(
    arguments: [
      (0.0, 8, ""), (1, 8, "████████"), (0.5, 8, "████"), (0.5, 5, "██▌"), (0.001, 8, "▏"), (0.999, 8, "████████"),
      (0.14, 8, "█▏"), (2, 3, "███"), (0.5, 0, ""), (1.0 / 3, 2, "▋"),
    ] as [(Double, Int, String)])
  func `a bar is to scale, to an eighth of a column`(part: Double, columns: Int, text: String) {
    #expect(Bar(part: part).text(columns: columns) == text)
  }
}
