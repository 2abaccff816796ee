import Synchronization
import SystemPackage
import UserFiles
import WorkoutHistory

/// The files in a folder that grow line by line during workouts: one file for each workout.
///
/// Each new line is at once in a file with the same name in the runtime folder, if that folder is in memory. The line
/// stays there until it is on disk, so it survives a kill of the daemon, even if the disk is full.
final class GrowingFiles: Sendable {
  /// The name of the folder.
  enum Name: String {
    case sensors
    case laps
  }

  private let name: Name
  private let stateFolder: String
  private let memoryFolder: String?
  private let state = Mutex(State())

  private struct State {
    /// The lines that are not on disk, by the ID of their workout.
    var waiting: [String: [String]] = [:]
    /// The workouts that have received laps and have not ended.
    var running: Set<String> = []
    /// The workouts whose file in memory may lack lines, or end with a part of a line, because a write failed.
    var incomplete: Set<String> = []
  }

  /// - Parameters:
  ///   - name: The name of the folder.
  ///   - stateFolder: The state folder.
  ///   - memoryFolder: The runtime folder; nil if it is not in memory.
  init(_ name: Name, in stateFolder: String, memoryFolder: String?) {
    (self.name, self.stateFolder, self.memoryFolder) = (name, stateFolder, memoryFolder)
  }

  /// The maximum number of lines of a workout that wait for the disk; further lines are dropped.
  ///
  /// This number is enough for the values of sensors in 27 hours, and for the laps of any workout.
  static let maxWaiting = 100_000

  /// The file of a workout in the state folder or in the runtime folder; nil if the ID is not an ID of intervald.
  private func file(of workoutID: String, in folder: String) -> LineFile? {
    switch name {
    case .sensors: SensorRecordFile(of: workoutID, in: folder)?.lines
    case .laps:
      SensorRecordFile.isWorkoutID(workoutID)
        ? LineFile(path: "\(folder)/laps/\(workoutID).txt", maxSize: Self.maxLapsSize) : nil
    }
  }

  /// The size in bytes of a file of laps, which is enough for `Outcome.maxLaps` laps.
  ///
  /// If a file has this size, a new file begins, and the one before the last is removed.
  private static let maxLapsSize = 1 << 23

  /// The path of a workout's file in the state folder.
  func path(of workoutID: String) -> String { file(of: workoutID, in: stateFolder)?.path ?? stateFolder }

  /// Adds lines, without waiting for the disk.
  ///
  /// - Returns: The number of lines of the workout that wait for the disk; nil if the lines are dropped.
  func add(_ lines: [String], to workoutID: String) -> Int? {
    state.withLock { state in
      let count = state.waiting[workoutID]?.count ?? 0
      guard count + lines.count <= Self.maxWaiting, file(of: workoutID, in: stateFolder) != nil else { return nil }
      state.waiting[workoutID, default: []] += lines
      if name == .laps { state.running.insert(workoutID) }
      addInMemory(lines, to: workoutID, &state)
      return count + lines.count
    }
  }

  /// Writes all waiting lines to disk.
  ///
  /// After an error, the lines stay in memory. Lines for a file of the maximum size are dropped.
  func write(isSynced: Bool) throws(SystemError) {
    var failure: SystemError?
    for (workoutID, lines) in state.withLock({ $0.waiting }) {
      guard let file = file(of: workoutID, in: stateFolder) else { continue }
      do throws(SystemError) {
        try append(lines, to: file, isSynced: isSynced)
      } catch {
        failure = error
        guard error.errno == .fileTooLarge else { continue }
      }
      state.withLock { state in
        let rest = Array(state.waiting[workoutID]?.dropFirst(lines.count) ?? [])
        state.waiting[workoutID] = rest.isEmpty ? nil : rest
        replaceInMemory(workoutID, &state)
      }
    }
    if let failure { throw failure }
  }

  private func append(_ lines: [String], to file: LineFile, isSynced: Bool) throws(SystemError) {
    do {
      try file.append(lines, isSynced: isSynced)
    } catch {
      guard name == .laps, error.errno == .fileTooLarge else { throw error }
      try SystemCalls.rename(file.path, to: Self.earlierPath(of: file))
      try file.append(lines, isSynced: isSynced)
    }
  }

  /// The path of the laps before those in a file.
  private static func earlierPath(of file: LineFile) -> String { "\(file.path).old" }

  /// The lines of a workout: those on disk, and those that wait; lines of a file that cannot be read are missing.
  func lines(of workoutID: String) -> [String] {
    savedLines(of: workoutID) + state.withLock { $0.waiting[workoutID] ?? [] }
  }

  private func savedLines(of workoutID: String) -> [String] {
    guard let file = file(of: workoutID, in: stateFolder) else { return [] }
    let earlier = LineFile(path: Self.earlierPath(of: file), maxSize: Self.maxLapsSize)
    return [earlier, file].flatMap { (try? $0.read()) ?? [] }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the lines that an earlier process has left in memory; they wait for the disk.
  ///
  /// The first lines may be on disk already, if the process was killed, or could not change the memory any more.
  func restore() {
    guard let memoryFolder else { return }
    for workoutID in Self.workoutIDs(in: "\(memoryFolder)/\(name.rawValue)") {
      let lines = ((try? file(of: workoutID, in: memoryFolder)?.read()) ?? [])
        .map { String(decoding: $0, as: UTF8.self) }
      let saved = Set(savedLines(of: workoutID))
      let missing = Array(lines.drop { saved.contains($0) }.suffix(Self.maxWaiting))
      state.withLock { state in
        state.waiting[workoutID] = missing.isEmpty ? nil : missing
        // A last line that is incomplete must not precede further lines.
        replaceInMemory(workoutID, &state)
      }
    }
  }

  /// Removes the file of a workout; called on the queue that writes.
  func remove(_ workoutID: String) {
    guard let file = file(of: workoutID, in: stateFolder) else { return }
    state.withLock { state in
      state.waiting[workoutID] = nil
      replaceInMemory(workoutID, &state)
    }
    for path in [file.path, Self.earlierPath(of: file)] { try? AtomicFile.remove(path, isSynced: false) }
  }

  /// Records that the workouts so far have ended.
  func markEnded() {
    state.withLock { $0.running = [] }
  }

  /// Removes the files of all workouts that have ended; called on the queue that writes.
  func removeEnded() {
    let (waiting, running) = state.withLock { ($0.waiting.keys, $0.running) }
    for id in Self.workoutIDs(in: "\(stateFolder)/\(name.rawValue)") + waiting where !running.contains(id) {
      remove(id)
    }
  }

  private static func workoutIDs(in folder: String) -> [String] {
    Folder.names(in: folder).map { String($0.prefix { $0 != "." }) }.filter(SensorRecordFile.isWorkoutID)
  }
}

/// The copies in memory; their errors are not reported, because the disk is the other copy.
extension GrowingFiles {
  /// Appends lines; after an error, writes all lines again.
  private func addInMemory(_ lines: [String], to workoutID: String, _ state: inout State) {
    guard let memoryFolder, let path = file(of: workoutID, in: memoryFolder)?.path else { return }
    let bytes = lines.flatMap { Array("\($0)\n".utf8) }
    guard state.incomplete.contains(workoutID) || (try? Self.append(bytes, to: path)) == nil else { return }
    replaceInMemory(workoutID, &state)
  }

  private static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try OpenFile(
      path, .writeOnly, options: [.append, .create, .nonBlocking, .noControllingTerminal],
      permissions: .ownerReadWrite
    ).write(bytes)
  }

  /// Writes all waiting lines of a workout again; without waiting lines, removes the file.
  private func replaceInMemory(_ workoutID: String, _ state: inout State) {
    guard let memoryFolder, let path = file(of: workoutID, in: memoryFolder)?.path else { return }
    do {
      if let lines = state.waiting[workoutID] {
        try AtomicFile.write(lines.map { "\($0)\n" }.joined(), to: path, isSynced: false)
      } else {
        try AtomicFile.remove(path, isSynced: false)
      }
      state.incomplete.remove(workoutID)
    } catch {
      state.incomplete.insert(workoutID)
    }
  }
}
