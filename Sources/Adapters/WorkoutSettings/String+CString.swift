extension String {
  /// Whether C reads the text whole: a C string ends at its first NUL, so a path with one would name another file.
  package var isCString: Bool { !utf8.contains(0) }
}
