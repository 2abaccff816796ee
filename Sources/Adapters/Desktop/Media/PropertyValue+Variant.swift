import CLibnotify

extension PropertyValue {
  /// Makes a floating `GVariant`, which whoever takes it takes over: gvariant's constructors.
  ///
  /// Text ends at a NUL.
  @unsafe func makeVariant() -> OpaquePointer? {
    switch self {
    case .boolean(let value): return unsafe g_variant_new_boolean(value ? 1 : 0)
    case .int64(let value): return unsafe g_variant_new_int64(gint64(value))
    case .double(let value): return unsafe g_variant_new_double(value)
    case .string(let value): return unsafe g_variant_new_string(value)
    case .objectPath(let value): return unsafe g_variant_new_object_path(value)
    case .strings(let values):
      let type = unsafe g_variant_type_new("s")
      defer { unsafe g_variant_type_free(type) }
      var elements = unsafe values.map { unsafe g_variant_new_string($0) }
      return unsafe g_variant_new_array(type, &elements, gsize(elements.count))
    case .dictionary(let values):
      let dictionary = unsafe g_variant_dict_new(nil)
      defer { unsafe g_variant_dict_unref(dictionary) }
      for (key, value) in values {
        unsafe g_variant_dict_insert_value(dictionary, key, value.makeVariant())
      }
      return unsafe g_variant_dict_end(dictionary)
    }
  }

  /// Makes a floating tuple, as the parameters of a message: g_variant_new_tuple.
  @unsafe static func makeTuple(_ values: [PropertyValue]) -> OpaquePointer? {
    var fields = unsafe values.map { unsafe $0.makeVariant() }
    return unsafe g_variant_new_tuple(&fields, gsize(fields.count))
  }
}
