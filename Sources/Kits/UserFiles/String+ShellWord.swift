extension String {
  /// The text as one word of a shell command, in quotes if it needs them.
  package var shellWord: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
    return isPlain ? self : "'\(writing(#"'\''"#, for: "'"))'"
  }

  /// The text with each occurrence of a character replaced by another text.
  ///
  /// `replacing(_:with:)`, which does the same, is part of the library for regular expressions, all of which it would
  /// link into a program.
  package func writing(_ text: String, for character: Character) -> String {
    split(separator: character, omittingEmptySubsequences: false).joined(separator: text)
  }
}
