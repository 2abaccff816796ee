import CGio

/// A setting of the desktop that hides notifications: a key of a `GSettings`.
///
/// Only the GLib thread uses the object. Changes of the setting arrive through the thread's main context.
///
/// `@safe`: this object owns a reference to the C object, so the pointer is valid as long as this object exists.
@safe
final class DesktopSetting {
  private let settings: UnsafeMutablePointer<GSettings>
  private let key: String
  private let silent: Bool

  /// Opens the setting; nil if the source is not a setting, or if the setting is not installed.
  ///
  /// The corresponding C functions are `g_settings_schema_source_lookup` and `g_settings_new_full`. `g_settings_new`
  /// would end the process if the setting is not installed.
  init?(_ source: SilenceSource) {
    guard case .setting(let schemaName, let key, let silent) = source,
      let installed = unsafe g_settings_schema_source_get_default(),
      let schema = unsafe g_settings_schema_source_lookup(installed, schemaName, 1)
    else { return nil }
    defer { unsafe g_settings_schema_unref(schema) }
    guard unsafe g_settings_schema_has_key(schema, key) != 0,
      let settings = unsafe g_settings_new_full(schema, nil, nil)
    else { return nil }
    unsafe self.settings = unsafe settings
    self.key = key
    self.silent = silent
  }

  deinit {
    unsafe g_object_unref(settings)
  }

  /// Whether the setting hides notifications; the corresponding C function is `g_settings_get_boolean`.
  var isSilent: Bool {
    (unsafe g_settings_get_boolean(settings, key) != 0) == silent
  }
}
