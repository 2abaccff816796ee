import CExpat

/// Reads an XML document with expat.
///
/// A document type is refused, and with it every entity but XML's own five, and whatever lies outside the file.
@safe final class XMLReader {
  private let parser: XML_Parser
  /// The elements that are open, the outermost first.
  private var open: [XMLElement] = []
  private var root: XMLElement?
  private var refusal: WorkoutFileError.Reason?

  /// The deepest nesting of elements: twice what the deepest plan takes.
  private static let deepest = 64

  /// Reads a document.
  ///
  /// - Returns: its root.
  /// - Throws: what is wrong with it, and in which line.
  static func root(of bytes: [UInt8]) throws(WorkoutFileError) -> XMLElement {
    try XMLReader().read(bytes)
  }

  private init() throws(WorkoutFileError) {
    // SAFETY: the separator is one that no name has; the parser is freed with this object.
    guard let parser = unsafe XML_ParserCreateNS(nil, XML_Char(UInt8(ascii: "\n"))) else {
      throw WorkoutFileError(.xml("out of memory"))
    }
    unsafe self.parser = parser
  }

  deinit {
    // SAFETY: it was made by this object and is used by no other.
    unsafe XML_ParserFree(parser)
  }

  private func read(_ bytes: [UInt8]) throws(WorkoutFileError) -> XMLElement {
    // SAFETY: the parser calls only while it parses, below, when this object is there.
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser, { unsafe reader($0).begin($1, $2) }, { context, _ in unsafe reader(context).end() })
    unsafe XML_SetCharacterDataHandler(parser) { unsafe reader($0).append($1, count: $2) }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
      unsafe reader(context).refuse(.documentType)
    }
    // SAFETY: the bytes are there for the call, and are no more than a workout file may have.
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe XML_Parse(parser, buffer.bindMemory(to: CChar.self).baseAddress, CInt(buffer.count), 1)
    }
    guard status == XML_STATUS_OK, let root else {
      // SAFETY: asked of the parser that has just stopped; the words are constants.
      let words = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map { unsafe String(cString: $0) }
      throw WorkoutFileError(refusal ?? .xml(words ?? "no element found"), at: .line(line))
    }
    return root
  }

  /// The line that the parser is at, from 1.
  private var line: Int {
    // SAFETY: asked of a parser that is there.
    unsafe Int(XML_GetCurrentLineNumber(parser))
  }

  private func refuse(_ reason: WorkoutFileError.Reason) {
    guard refusal == nil else { return }
    refusal = reason
    // SAFETY: called by a handler, as the parser wants it.
    _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  @unsafe private func begin(
    _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard open.count < Self.deepest else { return refuse(.elementsTooDeep) }
    guard let name = unsafe name else { return }
    // SAFETY: names and values are texts that end with 0, in a list of pairs that ends with nil.
    var element = unsafe XMLElement(name: Self.localName(String(cString: name)), line: line)
    if var pair = unsafe attributes {
      while let name = unsafe pair[0], let value = unsafe pair[1] {
        unsafe element.attributes[Self.localName(String(cString: name))] = unsafe String(cString: value)
        unsafe pair += 2
      }
    }
    open.append(element)
  }

  private func end() {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  @unsafe private func append(_ text: UnsafePointer<XML_Char>?, count: CInt) {
    guard let text = unsafe text, !open.isEmpty else { return }
    // SAFETY: the parser has so many bytes there.
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
    open[open.count - 1].text += unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// A name without what its prefix stands for.
  private static func localName(_ name: String) -> String {
    name.lastIndex(of: "\n").map { String(name[name.index(after: $0)...]) } ?? name
  }
}

/// The reader that a handler is called for.
@unsafe private func reader(_ context: UnsafeMutableRawPointer?) -> XMLReader {
  guard let context = unsafe context else { preconditionFailure("a handler without its reader") }
  // SAFETY: it is what was given as user data.
  return unsafe Unmanaged<XMLReader>.fromOpaque(context).takeUnretainedValue()
}
