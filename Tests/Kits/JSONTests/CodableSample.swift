import TestSupport

/// A type with a member of each kind.
struct CodableSample: Codable, Equatable {
  enum Word: String, Codable, CaseIterable {
    case first
    case second
  }

  var text: String
  var word: Word
  var whole: Int
  var small: Int8
  var large: UInt64
  var share: Double
  var float: Float
  var flag: Bool
  var missing: String?
  var numbers: [Int?]
  var table: [String: Double]
  var samples: [CodableSample]

  init(depth: Int, using random: inout SplitMix64) {
    text = ["", "a/b", "é🏃\u{202E}", "\"\\\n\u{0}"].randomElement(using: &random) ?? ""
    word = Word.allCases.randomElement(using: &random) ?? .first
    whole = [0, -1, .max, .min].randomElement(using: &random) ?? 0
    small = .random(in: .min ... .max, using: &random)
    large = .random(in: 0...(1 << 60), using: &random)
    share = [0, 1, -2.5, 0.1, 1e300, 123_456_789.125].randomElement(using: &random) ?? 0
    float = [0, 0.5, -3].randomElement(using: &random) ?? 0
    flag = .random(using: &random)
    missing = [nil, "there"].randomElement(using: &random) ?? nil
    numbers = (0..<Int.random(in: 0...3, using: &random)).map { $0 == 1 ? nil : $0 }
    table = Bool.random(using: &random) ? [:] : ["one": 1, "half": 0.5]
    samples = []
    let count = depth == 0 ? 0 : Int.random(in: 0...2, using: &random)
    for _ in 0..<count { samples.append(CodableSample(depth: depth - 1, using: &random)) }
  }
}
