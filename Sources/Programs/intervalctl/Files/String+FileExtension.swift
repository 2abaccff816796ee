extension String {
  /// What follows the last dot in the file name of a path, in lower case: `fit` of `old/Tempo.FIT`; nil without one.
  var fileExtension: String? {
    guard let file = split(separator: "/").last, let dot = file.lastIndex(of: "."), dot > file.startIndex,
      dot < file.index(before: file.endIndex)
    else { return nil }
    return file[file.index(after: dot)...].lowercased()
  }
}
