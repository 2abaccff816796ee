import CExpat
import Text

/// An element of an XML document, with the content of the element.
struct XMLElement: Equatable {
  /// Name without a namespace prefix.
  let name: String
  /// Values of the attributes; the keys are the names without namespace prefixes.
  var attributes: [String: String] = [:]
  /// Attributes whose names without namespace prefixes are equal to the name of an earlier attribute.
  var repeatedAttributes: [Attribute] = []
  var children: [XMLElement] = []
  /// All text directly in the element, without the text of its children.
  var text = ""
  /// Line of the start tag, counted from 1; 0 for an element that was not read from a document.
  var line = 0

  struct Attribute: Equatable {
    let name: String
    let value: String
  }

  /// Text of an indented XML document, with an XML declaration and with this element as the root.
  var document: String {
    var document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    write(to: &document, indent: "")
    return document
  }

  private func write(to document: inout String, indent: String) {
    document += "\(indent)<\(name)"
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      document += " \(name)=\"\(value.escapedAsXML)\""
    }
    if !children.isEmpty {
      document += ">\n"
      for child in children { child.write(to: &document, indent: indent + "  ") }
      document += "\(indent)</\(name)>\n"
    } else if text.isEmpty {
      document += "/>\n"
    } else {
      document += ">\(text.escapedAsXML)</\(name)>\n"
    }
  }
}

/// Reads a number up to a million, written with digits and at most one decimal point; nil for any other text.
func decimal(_ text: String) -> Double? {
  guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(text),
    (0...1_000_000).contains(number)
  else { return nil }
  return number
}

/// Reads an XML document with expat.
///
/// Document type declarations are rejected, so a document cannot define entities or refer to other files.
@safe final class XMLReader {
  private let parser: XML_Parser
  /// Elements whose end tag has not been read yet, the outermost first.
  private var open: [XMLElement] = []
  private var root: XMLElement?
  private var failure: WorkoutFileError.Reason?
  /// Number of lines of the file that precede the document.
  private let removedLines: Int

  /// Maximum nesting depth of elements, which is more than twice the depth that any exported plan needs.
  private static let maxDepth = 64

  /// Reads a document and returns its root element.
  ///
  /// - Throws: The first problem in the document, with its line.
  static func root(of document: XMLDocument) throws(WorkoutFileError) -> XMLElement {
    try XMLReader(document).read(document.bytes)
  }

  /// Makes a parser; the encoding of the document, if known, replaces the encoding in the XML declaration.
  private init(_ document: XMLDocument) throws(WorkoutFileError) {
    // SAFETY: the arguments are valid, and `deinit` frees the parser.
    guard let parser = unsafe XML_ParserCreateNS(document.encoding, XML_Char(UInt8(ascii: "\n"))) else {
      throw WorkoutFileError(.xml("out of memory"))
    }
    unsafe self.parser = parser
    removedLines = document.removedLines
  }

  deinit {
    // SAFETY: this object created the parser, and no other object uses it.
    unsafe XML_ParserFree(parser)
  }

  private func read(_ bytes: [UInt8]) throws(WorkoutFileError) -> XMLElement {
    // SAFETY: the parser only calls its handlers in `XML_Parse` below, while this object is alive.
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser, { unsafe reader($0).begin($1, $2) }, { context, _ in unsafe reader(context).end() })
    unsafe XML_SetCharacterDataHandler(parser) { unsafe reader($0).append($1, count: $2) }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
      unsafe reader(context).fail(.documentType)
    }
    // SAFETY: the buffer outlives the call, and its size fits a `CInt` because of the size limit of workout files.
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe XML_Parse(parser, buffer.bindMemory(to: CChar.self).baseAddress, CInt(buffer.count), 1)
    }
    guard status == XML_STATUS_OK, let root else {
      // SAFETY: the parser is valid, and the message is a static string.
      let words = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map { unsafe String(cString: $0) }
      throw WorkoutFileError(failure ?? .xml(words ?? "no element found"), at: .line(line))
    }
    return root
  }

  /// Current line in the file, counted from 1.
  private var line: Int {
    // SAFETY: the parser is valid until `deinit`.
    unsafe removedLines + Int(cexpat_current_line(parser))
  }

  private func fail(_ reason: WorkoutFileError.Reason) {
    guard failure == nil else { return }
    failure = reason
    // SAFETY: the parser is valid, and a handler may stop it.
    _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  @unsafe private func begin(
    _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard open.count < Self.maxDepth else { return fail(.elementsTooDeep(limit: Self.maxDepth)) }
    guard let name = unsafe name else { return }
    // SAFETY: names and values are zero-terminated strings, and the list of pairs ends with nil.
    var element = unsafe XMLElement(name: Self.localName(String(cString: name)).sanitized, line: line)
    if var pair = unsafe attributes {
      while let name = unsafe pair[0], let value = unsafe pair[1] {
        let key = unsafe Self.localName(String(cString: name)).sanitized
        let text = unsafe String(cString: value).sanitized
        if element.attributes[key] == nil {
          element.attributes[key] = text
        } else {
          element.repeatedAttributes.append(XMLElement.Attribute(name: key, value: text))
        }
        unsafe pair += 2
      }
    }
    open.append(element)
  }

  private func end() {
    guard var element = open.popLast() else { return }
    // The parser passes a text in several pieces, so the limit on combining marks needs the whole text.
    element.text = element.text.sanitized
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  @unsafe private func append(_ text: UnsafePointer<XML_Char>?, count: CInt) {
    guard let text = unsafe text, !open.isEmpty else { return }
    // SAFETY: `text` points to `count` bytes for the duration of the call.
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
    open[open.count - 1].text += unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a name without its namespace; the parser puts a newline between the namespace and the name.
  private static func localName(_ name: String) -> String {
    name.lastIndex(of: "\n").map { String(name[name.index(after: $0)...]) } ?? name
  }
}

/// Returns the reader that is the user data of a handler.
@unsafe private func reader(_ context: UnsafeMutableRawPointer?) -> XMLReader {
  guard let context = unsafe context else { preconditionFailure("the user data of a handler is a reader") }
  // SAFETY: `XMLReader.read` sets the user data to a reader that is alive during the call.
  return unsafe Unmanaged<XMLReader>.fromOpaque(context).takeUnretainedValue()
}
