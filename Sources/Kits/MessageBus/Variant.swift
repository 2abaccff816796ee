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
  /// An array of bytes, `ay`.
  case bytes([UInt8])
  /// Values of one type; `of` is the signature of the type.
  case array(VariantList, of: String)
  case structure(VariantList)
  /// A dictionary from names to variants, `a{sv}`; the values of this Swift dictionary are not wrapped in `variant`.
  case dictionary([String: Variant])
  /// A value that is sent with its type.
  case variant(Variant)

  /// An array of strings.
  package static func strings(_ strings: [String]) -> Variant {
    .array(VariantList(strings.map(Variant.string)), of: "s")
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
    // GLib requires a valid path and a valid signature.
    case .objectPath(let value): unsafe g_variant_new_object_path(g_variant_is_object_path(value) != 0 ? value : "/")
    case .signature(let value): unsafe g_variant_new_signature(g_variant_is_signature(value) != 0 ? value : "")
    case .handle(let value): unsafe g_variant_new_handle(value)
    case .bytes(let values): unsafe Self.makeArray(values.map(Variant.byte), of: "y")
    case .array(let list, let type): unsafe Self.makeArray(list.values, of: type)
    case .structure(let list): unsafe Self.makeTuple(list.values)
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

  /// The maximum number of values in a message, so that a message of 128 MiB does not fill the memory.
  static let maxValues = 1_000_000

  /// Copies a `GVariant`; see g_variant_classify(3).
  ///
  /// - Parameters:
  ///   - value: The `GVariant`.
  ///   - rest: The number of values that may be copied; nil is returned if there are more values.
  @unsafe init?(_ value: OpaquePointer, upTo rest: inout Int) {
    rest -= 1
    guard rest >= 0 else { return nil }
    switch unsafe g_variant_classify(value) {
    case G_VARIANT_CLASS_BOOLEAN: unsafe self = .boolean(g_variant_get_boolean(value) != 0)
    case G_VARIANT_CLASS_BYTE: unsafe self = .byte(g_variant_get_byte(value))
    case G_VARIANT_CLASS_INT16: unsafe self = .int16(g_variant_get_int16(value))
    case G_VARIANT_CLASS_UINT16: unsafe self = .uint16(g_variant_get_uint16(value))
    case G_VARIANT_CLASS_INT32: unsafe self = .int32(g_variant_get_int32(value))
    case G_VARIANT_CLASS_UINT32: unsafe self = .uint32(g_variant_get_uint32(value))
    case G_VARIANT_CLASS_INT64: unsafe self = .int64(Int64(g_variant_get_int64(value)))
    case G_VARIANT_CLASS_UINT64: unsafe self = .uint64(UInt64(g_variant_get_uint64(value)))
    case G_VARIANT_CLASS_HANDLE: unsafe self = .handle(g_variant_get_handle(value))
    case G_VARIANT_CLASS_DOUBLE: unsafe self = .double(g_variant_get_double(value))
    case G_VARIANT_CLASS_STRING: unsafe self = .string(Self.text(of: value))
    case G_VARIANT_CLASS_OBJECT_PATH: unsafe self = .objectPath(Self.text(of: value))
    case G_VARIANT_CLASS_SIGNATURE: unsafe self = .signature(Self.text(of: value))
    case G_VARIANT_CLASS_ARRAY:
      let type = unsafe g_variant_get_type_string(value).map { unsafe String(cString: $0) } ?? "as"
      if type == "ay" {
        unsafe self = .bytes(Self.bytes(of: value))
        return
      }
      guard let children = unsafe Self.children(of: value, upTo: &rest) else { return nil }
      self = type == "a{sv}" ? .dictionary(Self.dictionary(children)) : .array(children, of: String(type.dropFirst()))
    case G_VARIANT_CLASS_VARIANT:
      guard let content = unsafe Self.children(of: value, upTo: &rest)?[0] else { return nil }
      self = .variant(content)
    // The remaining classes are tuples and dictionary entries, because D-Bus has no maybe types.
    default:
      guard let children = unsafe Self.children(of: value, upTo: &rest) else { return nil }
      self = .structure(children)
    }
  }

  private static func dictionary(_ entries: VariantList) -> [String: Variant] {
    var dictionary: [String: Variant] = [:]
    for entry in entries {
      if case .string(let key)? = entry.elements[0], case .variant(let value)? = entry.elements[1] {
        dictionary[key] = value
      }
    }
    return dictionary
  }

  private static func children(of value: OpaquePointer, upTo rest: inout Int) -> VariantList? {
    let count = Int(clamping: unsafe g_variant_n_children(value))
    guard count <= rest else { return nil }
    var children: [Variant] = []
    for index in 0..<count {
      guard let child = unsafe g_variant_get_child_value(value, gsize(index)) else { return nil }
      defer { unsafe g_variant_unref(child) }
      guard let copy = unsafe Variant(child, upTo: &rest) else { return nil }
      children.append(copy)
    }
    return VariantList(children)
  }

  /// The bytes of a value of the type `ay`; see g_variant_get_fixed_array(3).
  private static func bytes(of value: OpaquePointer) -> [UInt8] {
    var count: gsize = 0
    // The value owns the bytes, which are copied.
    let start = unsafe g_variant_get_fixed_array(value, &count, 1)
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
  }

  private static func text(of value: OpaquePointer) -> String {
    unsafe g_variant_get_string(value, nil).map { unsafe String(cString: $0) } ?? ""
  }
}
