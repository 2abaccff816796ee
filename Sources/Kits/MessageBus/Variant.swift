import CGio

/// Value of the D-Bus type system: a `GVariant` as a Swift value.
package indirect enum Variant: Equatable, Sendable {
  case boolean(Bool)
  case byte(UInt8)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  /// A valid path: slashes, letters, digits and underscores.
  case objectPath(String)
  case signature(String)
  /// The index of a descriptor in the descriptors of the message.
  case handle(Int32)
  /// Values of one type; `of` is the signature of the type.
  case array([Variant], of: String)
  case structure([Variant])
  /// A dictionary from names to variants, `a{sv}`; the values of this Swift dictionary are not wrapped in `variant`.
  case dictionary([String: Variant])
  /// A value that is sent with its type.
  case variant(Variant)

  /// An array of strings.
  package static func strings(_ strings: [String]) -> Variant {
    .array(strings.map(Variant.string), of: "s")
  }

  /// All strings and object paths in the value, in order.
  package var allStrings: [String] {
    switch self {
    case .string(let string), .objectPath(let string): [string]
    case .array(let values, _), .structure(let values): values.flatMap(\.allStrings)
    case .variant(let value): value.allStrings
    default: []
    }
  }

  /// The string if the value is a string or an object path; otherwise nil.
  package var string: String? {
    switch self {
    case .string(let string), .objectPath(let string): string
    default: nil
    }
  }
}

// MARK: - Conversion

extension Variant {
  /// Makes a floating `GVariant`; the function that receives the `GVariant` takes ownership.
  ///
  /// A text with a NUL ends at the NUL.
  @unsafe func makeGVariant() -> OpaquePointer? {
    switch self {
    case .boolean(let value): unsafe g_variant_new_boolean(value ? 1 : 0)
    case .byte(let value): unsafe g_variant_new_byte(value)
    case .int16(let value): unsafe g_variant_new_int16(value)
    case .uint16(let value): unsafe g_variant_new_uint16(value)
    case .int32(let value): unsafe g_variant_new_int32(value)
    case .uint32(let value): unsafe g_variant_new_uint32(value)
    case .int64(let value): unsafe g_variant_new_int64(gint64(value))
    case .uint64(let value): unsafe g_variant_new_uint64(guint64(value))
    case .double(let value): unsafe g_variant_new_double(value)
    case .string(let value): unsafe g_variant_new_string(value)
    case .objectPath(let value): unsafe g_variant_new_object_path(value)
    case .signature(let value): unsafe g_variant_new_signature(value)
    case .handle(let value): unsafe g_variant_new_handle(value)
    case .array(let values, let type): unsafe Self.makeArray(values, of: type)
    case .structure(let values): unsafe Self.makeTuple(values)
    case .dictionary(let values): unsafe Self.makeDictionary(values)
    case .variant(let value): unsafe g_variant_new_variant(value.makeGVariant())
    }
  }

  /// Makes a floating tuple, such as the body of a message; see g_variant_new_tuple(3).
  @unsafe static func makeTuple(_ values: [Variant]) -> OpaquePointer? {
    var fields = unsafe values.map { unsafe $0.makeGVariant() }
    return unsafe g_variant_new_tuple(&fields, gsize(fields.count))
  }

  private static func makeArray(_ values: [Variant], of type: String) -> OpaquePointer? {
    let elementType = unsafe g_variant_type_new(type)
    defer { unsafe g_variant_type_free(elementType) }
    var elements = unsafe values.map { unsafe $0.makeGVariant() }
    return unsafe g_variant_new_array(elementType, &elements, gsize(elements.count))
  }

  private static func makeDictionary(_ values: [String: Variant]) -> OpaquePointer? {
    let dictionary = unsafe g_variant_dict_new(nil)
    defer { unsafe g_variant_dict_unref(dictionary) }
    for (key, value) in values { unsafe g_variant_dict_insert_value(dictionary, key, value.makeGVariant()) }
    return unsafe g_variant_dict_end(dictionary)
  }

  /// Copies a `GVariant`; see g_variant_classify(3).
  @unsafe init(_ value: OpaquePointer) {
    self =
      switch unsafe g_variant_classify(value) {
      case G_VARIANT_CLASS_BOOLEAN: unsafe .boolean(g_variant_get_boolean(value) != 0)
      case G_VARIANT_CLASS_BYTE: unsafe .byte(g_variant_get_byte(value))
      case G_VARIANT_CLASS_INT16: unsafe .int16(g_variant_get_int16(value))
      case G_VARIANT_CLASS_UINT16: unsafe .uint16(g_variant_get_uint16(value))
      case G_VARIANT_CLASS_INT32: unsafe .int32(g_variant_get_int32(value))
      case G_VARIANT_CLASS_UINT32: unsafe .uint32(g_variant_get_uint32(value))
      case G_VARIANT_CLASS_INT64: unsafe .int64(Int64(g_variant_get_int64(value)))
      case G_VARIANT_CLASS_UINT64: unsafe .uint64(UInt64(g_variant_get_uint64(value)))
      case G_VARIANT_CLASS_HANDLE: unsafe .handle(g_variant_get_handle(value))
      case G_VARIANT_CLASS_DOUBLE: unsafe .double(g_variant_get_double(value))
      case G_VARIANT_CLASS_STRING: unsafe .string(Self.text(of: value))
      case G_VARIANT_CLASS_OBJECT_PATH: unsafe .objectPath(Self.text(of: value))
      case G_VARIANT_CLASS_SIGNATURE: unsafe .signature(Self.text(of: value))
      case G_VARIANT_CLASS_VARIANT: unsafe .variant(Self.children(of: value)[0])
      case G_VARIANT_CLASS_ARRAY: unsafe Self.array(value)
      // The remaining classes are tuples and dictionary entries, because D-Bus has no maybe types.
      default: unsafe .structure(Self.children(of: value))
      }
  }

  private static func array(_ value: OpaquePointer) -> Variant {
    let children = unsafe children(of: value)
    let type = unsafe g_variant_get_type_string(value).map { unsafe String(cString: $0) } ?? "as"
    guard type == "a{sv}" else { return .array(children, of: String(type.dropFirst())) }
    var dictionary: [String: Variant] = [:]
    for case .structure(let entry) in children {
      if case .string(let key) = entry[0], case .variant(let value) = entry[1] { dictionary[key] = value }
    }
    return .dictionary(dictionary)
  }

  private static func children(of value: OpaquePointer) -> [Variant] {
    unsafe (0..<g_variant_n_children(value)).compactMap { index in
      guard let child = unsafe g_variant_get_child_value(value, index) else { return nil }
      defer { unsafe g_variant_unref(child) }
      return unsafe Variant(child)
    }
  }

  private static func text(of value: OpaquePointer) -> String {
    unsafe g_variant_get_string(value, nil).map { unsafe String(cString: $0) } ?? ""
  }
}
