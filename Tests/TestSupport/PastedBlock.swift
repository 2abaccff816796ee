/// A block of code in a Markdown document that readers can paste.
package enum PastedBlock: Equatable, Sendable {
  /// The content of a file; the first line of the block is a comment with the path of the file.
  case file(path: String, text: String)
  /// Lines for a shell; `output` is the content of the next block if "prints:" is between the blocks, otherwise nil.
  case shell(lines: [String], output: [String]?)

  /// Reads the blocks of a document, which are indented by four spaces.
  package static func blocks(in document: String) throws -> [PastedBlock] {
    var blocks: [PastedBlock] = []
    // The last line of text before the block.
    var introduction: Substring = ""
    var lines = try packageFile(document).split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.first {
      guard line.hasPrefix(indent) else {
        if !line.isEmpty { introduction = line }
        lines.removeFirst()
        continue
      }
      let block = lines.prefix { $0.isEmpty || $0.hasPrefix(indent) }
      lines = lines.dropFirst(block.count)
      let text = block.reversed().drop(while: \.isEmpty).reversed().map { String($0.dropFirst(indent.count)) }
      if introduction == "prints:", case .shell(let lines, nil) = blocks.last {
        blocks[blocks.count - 1] = .shell(lines: lines, output: text)
      } else if let path = text[0].wholeMatch(of: /# (~\/\S+)/)?.1 {
        blocks.append(.file(path: String(path), text: text.joined(separator: "\n")))
      } else {
        blocks.append(.shell(lines: text, output: nil))
      }
      introduction = ""
    }
    return blocks
  }

  private static let indent = "    "
}
