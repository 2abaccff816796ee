import TestSupport
import Testing

@testable import TerminalUI

@Suite struct KeyDecoderTests {
  private static let sequences: [(String, [Key])] = [
    ("a1é走🏃", "a1é走🏃".unicodeScalars.map(Key.character)),
    ("\u{1}\u{5}\u{2}\u{6}", [.home, .end, .left, .right]),
    (
      "\u{B}\u{15}\u{17}\u{4}\u{C}\u{1A}",
      [.deleteToEnd, .deleteToStart, .deleteWordLeft, .endOfInput, .redraw, .suspend]
    ),
    ("\u{7F}\u{8}\t\r\n", [.backspace, .backspace, .tab, .enter, .enter]),
    ("\u{0}\u{3}\u{7}\u{1C}\u{1F}", []),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD\u{1B}OH\u{1B}OF\u{1B}OM", [.up, .down, .right, .left, .home, .end, .enter]),
    (
      "\u{1B}[1;5C\u{1B}[1;5D\u{1B}[1;3C\u{1B}[1;3D\u{1B}[1;7D",
      [.wordRight, .wordLeft, .wordRight, .wordLeft, .wordLeft]
    ),
    ("\u{1B}[1;2C\u{1B}[1;2D\u{1B}[5C\u{1B}[1;2A", [.right, .left, .wordRight, .up]),
    ("\u{1B}Oc\u{1B}Od\u{1B}\u{1B}[A\u{1B}O5C", [.wordRight, .wordLeft, .up, .wordRight]),
    ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end, .home, .end]),
    ("\u{1B}[3~\u{1B}[3;5~\u{1B}[1;5H", [.delete, .deleteWordRight, .home]),
    (
      "\u{1B}b\u{1B}f\u{1B}d\u{1B}\u{7F}\u{1B}\u{8}",
      [.wordLeft, .wordRight, .deleteWordRight, .deleteWordLeft, .deleteWordLeft]
    ),
    // Function keys, mouse and focus events, Alt with a letter, and reports of the terminal have no effect on a line.
    (
      "\u{1B}OP\u{1B}[15~\u{1B}[24;2~\u{1B}[[Ax\u{1B}[I\u{1B}xy\u{1B}[?62;1;2c\u{1B}éz",
      [.character("x"), .character("y"), .character("z")]
    ),
    // Replies to a request for the colour of the background.
    (
      "\u{1B}]11;rgb:1e1e/2222/2828\u{1B}\\x\u{1B}]11;rgb:1e1e/2222/2828\u{7}y\u{1B}]z\u{1B}]11\r",
      [.character("x"), .character("y"), .character("z"), .enter]
    ),
    ("\u{1B}[<0;12;5Mx\u{1B}[\u{1B}[A\u{1B}[1\ra", [.character("x"), .up, .enter, .character("a")]),
    ("\u{1B}[200~5m warmup\r4x(30s)\n\u{1B}[201~x", [.pasted("5m warmup\r4x(30s)\n"), .character("x")]),
    ("\u{1B}[200~\u{1B}[20\u{1B}[201~", [.pasted("\u{1B}[20")]),
    ("\u{1B}[200~\u{1B}[201~\u{1B}[201~x", [.pasted(""), .character("x")]),
  ]

  @Test(arguments: sequences) func `the bytes of a terminal are decoded as keys`(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: bytes.utf8) == keys)
    #expect(!decoder.hasLoneEscape)
  }

  @Test(arguments: sequences) func `the keys do not depend on the split of the bytes into reads`(
    bytes: String, keys: [Key]
  ) {
    let all = Array(bytes.utf8)
    for split in 0...all.count {
      for second in split...all.count {
        var decoder = KeyDecoder()
        let parts = [all[..<split], all[split..<second], all[second...]]
        let decoded = parts.flatMap { decoder.keys(in: $0) }
        #expect(decoded == keys)
      }
    }
  }

  @Test func `invalid UTF-8 is skipped, and the character that follows is decoded`() {
    var decoder = KeyDecoder()
    let bytes: [[UInt8]] = [
      [0xFF, 0x61], [0xC3, 0x62], [0xE8, 0xB5, 0x63], [0xED, 0xA0, 0x80, 0x64], [0x80, 0x65], [0xC2, 0x85, 0x66],
      [0xF4, 0x90, 0x80, 0x80, 0x67],
    ]
    #expect(decoder.keys(in: bytes.flatMap(\.self)) == "abcdefg".unicodeScalars.map(Key.character))
  }

  @Test func `a lone ESC is detected and can be ended`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: [0x1B]) == [])
    #expect(decoder.hasLoneEscape)
    decoder.endLoneEscape()
    #expect(decoder.keys(in: Array("b".utf8)) == [.character("b")])
    _ = decoder.keys(in: [0x1B, 0x5B])
    decoder.endLoneEscape()
    #expect(decoder.keys(in: Array("A".utf8)) == [.up])
  }

  @Test func `the size of a paste or a sequence without an end is limited`() {
    var decoder = KeyDecoder()
    let long = Array(repeating: UInt8(ascii: "x"), count: 200_000)
    #expect(decoder.keys(in: Array("\u{1B}[200~".utf8) + long) == [])
    guard case .pasted(let text)? = decoder.keys(in: Array("\u{1B}[201~".utf8)).first else {
      return #expect(Bool(false), "no paste")
    }
    #expect(text.utf8.count == KeyDecoder.maxPaste)
    #expect(decoder.keys(in: Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 10_000)) == [])
    #expect(decoder.keys(in: Array("Cx".utf8)) == [.right, .character("x")])
  }

  @Test(arguments: seeds) func `random bytes decode to the same keys in any pieces`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let pieces = ["\u{1B}", "[", "O", "200~", "201~", "1;5", "A", "é", "走", "x", "\r", "\u{1B}[201~"].map {
      Array($0.utf8)
    }
    let bytes = (0..<60).flatMap { _ in
      generator.oneIn(8)
        ? [UInt8.random(in: 0...255, using: &generator)] : pieces.randomElement(using: &generator) ?? []
    }
    var (whole, split) = (KeyDecoder(), KeyDecoder())
    let keys = bytes.flatMap { split.keys(in: [$0]) }
    #expect(whole.keys(in: bytes) == keys)
  }
}
