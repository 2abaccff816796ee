import Testing
import Text

@Suite struct NumbersTests {
  @Test(arguments: [
    (0.0, "0.00"), (0.005, "0.01"), (0.004, "0.00"), (2.675, "2.68"), (1.005, "1.01"), (12.999, "13.00"),
    (3.10686, "3.11"), (999.99, "999.99"),
  ])
  func `decimals are rounded half up`(value: Double, text: String) {
    #expect(decimalText(value, decimals: 2) == text)
  }

  @Test(arguments: [
    (1.0, "1"), (0.1, "0.1"), (0.000_012_5, "0.0000125"), (0.000_01, "0.00001"), (1_609.344, "1609.344"), (0, "0"),
  ])
  func `the shortest text of a number parses as the same number`(value: Double, text: String) {
    #expect(shortestText(value) == text)
    #expect(Double(text) == value)
  }

  @Test(arguments: [(0, "00"), (7, "07"), (10, "10"), (100, "100")])
  func `a number has at least two digits`(number: Int, text: String) {
    #expect(twoDigits(number) == text)
    #expect(String(number).zeroPadded(to: 2) == text)
  }

  @Test(
    arguments: [
      (0, "zero"), (7, "seven"), (13, "thirteen"), (20, "twenty"), (45, "forty five"), (100, "one hundred"),
      (342, "three hundred forty two"), (1000, "one thousand"), (21_097, "twenty one thousand ninety seven"),
      (1_000_000, "1000000"),
    ])
  func `a whole number is spoken in words`(number: Int, words: String) {
    #expect(spokenNumber(number) == words)
  }

  @Test(
    arguments: [
      (0.0, "zero"), (3.0, "three"), (3.1, "three point one"), (2.05, "two point zero five"),
      (2.675, "two point six eight"), (0.999, "one"), (5.2, "five point two"),
    ])
  func `the decimals of a number are spoken as at most two digits`(number: Double, words: String) {
    #expect(spokenNumber(number) == words)
  }
}
