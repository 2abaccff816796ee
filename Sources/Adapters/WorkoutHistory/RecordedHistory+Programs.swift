package import UserFiles

/// The training programs in the history.
extension RecordedHistory {
  /// The names of the programs, in the order in which they were begun.
  package func programs() throws(FileReadError) -> [String] { try readProgress().names }

  /// The progress in the program with a name.
  package func progress(of program: String) throws(FileReadError) -> ProgramProgress {
    try readProgress().progress[program] ?? ProgramProgress()
  }

  private func readProgress() throws(FileReadError) -> (names: [String], progress: [String: ProgramProgress]) {
    if let allProgress { return allProgress }
    try readAll()
    var all: (names: [String], progress: [String: ProgramProgress]) = ([], [:])
    for event in events.reversed() {
      if all.progress[event.program] == nil { all.names.append(event.program) }
      all.progress[event.program, default: ProgramProgress()].add(event)
    }
    allProgress = all
    return all
  }

  /// The last entry that determines which session of a program is due; nil without such an entry.
  package func mark(of program: String) throws(FileReadError) -> DatedMark? {
    var mark: DatedMark?
    try forEachEventBackwards { event in
      if event.program == program { mark = DatedMark(event) }
      return mark == nil
    }
    return mark
  }

  /// Calls a closure with each session and each move, from the last to the first, until the closure returns false.
  func forEachEventBackwards(_ body: (ProgramEvent) -> Bool) throws(FileReadError) {
    var place = 0
    while true {
      while place < events.count {
        guard body(events[place]) else { return }
        place += 1
      }
      guard try SystemError.wrapped(in: FileReadError.system, readPrevious()) else { return }
    }
  }
}
