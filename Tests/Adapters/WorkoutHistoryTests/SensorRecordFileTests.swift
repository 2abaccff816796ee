import FoundationEssentials
import Glibc
import SystemPackage
import TestSupport
import TestTraits
import Testing
import UserFiles
import WorkoutHistory
import WorkoutReports

/// Writing and reading the values of the sensors of one workout.
@Suite(.hangLimit) struct SensorRecordFileTests {
  private static let records = [
    SensorRecord(time: 900, distance: 0, speed: 0, cadence: 0, heartRate: 98),
    SensorRecord(time: 1901, distance: 262, speed: 2625, cadence: 171, heartRate: 101), SensorRecord(time: 2900),
    SensorRecord(time: 3900, cadence: 170), SensorRecord(time: 4_233_600_000, distance: 4_000_000_000, heartRate: 250),
  ]

  @Test func `records are read as they were added`() throws {
    let folder = try TemporaryFolder()
    let file = try #require(SensorRecordFile(of: "0a-9z", in: folder.path))
    #expect(try file.read() == [])
    try file.append(Array(Self.records.prefix(2)))
    try file.append(Array(Self.records.dropFirst(2)))
    #expect(try file.read() == Self.records)
    #expect(
      try folder.read("sensors/0a-9z.csv") == """
        time_ms,distance_cm,speed_mm_s,cadence_spm,heart_rate_bpm
        900,0,0,0,98
        1901,262,2625,171,101
        2900,,,,
        3900,,,170,
        4233600000,4000000000,,,250

        """)
  }

  @Test func `only the user can read the file and its folder`() throws {
    let folder = try TemporaryFolder()
    let file = try #require(SensorRecordFile(of: "a", in: folder.path))
    try file.append(Self.records)
    #expect(try OpenFile.regular(file.path).status().permissions == .ownerReadWrite)
    #expect(try Stat(at: folder.path(of: "sensors")).permissions == .ownerReadWriteExecute)
  }

  @Test(arguments: ["", "../history", "a/b", "a.b", "A", "a\0"])
  func `text that is not an ID has no file`(id: String) {
    #expect(SensorRecordFile(of: id, in: "/tmp")?.path == nil)
  }

  @Test func `an incomplete last line is skipped, and is removed before the next record`() throws {
    let folder = try TemporaryFolder()
    let file = SensorRecordFile(path: folder.path(of: "a.csv"))
    try file.append([Self.records[0]])
    try folder.write(try folder.read("a.csv") + "1901,262,2625,171,10", to: "a.csv")
    #expect(try file.read() == [Self.records[0]])
    try file.append([Self.records[2]])
    #expect(try file.read() == [Self.records[0], Self.records[2]])
  }

  @Test func `an incomplete first line is written again`() throws {
    let folder = try TemporaryFolder()
    let file = SensorRecordFile(path: try folder.write("time_ms,dis", to: "a.csv"))
    try file.append(Self.records)
    #expect(try file.read() == Self.records)
  }

  @Test func `numbers outside their ranges are not written`() throws {
    let folder = try TemporaryFolder()
    let file = SensorRecordFile(path: folder.path(of: "a.csv"))
    try file.append([
      SensorRecord(time: 1, distance: -1, speed: 12_501, cadence: 251, heartRate: 19), SensorRecord(time: -1),
      SensorRecord(time: 4_233_600_001),
    ])
    #expect(try file.read() == [SensorRecord(time: 1)])
    #expect(try folder.read("a.csv") == "\(SensorRecordFile.header)\n1,,,,\n")
  }

  @Test func `an impossible number is read as missing, without the loss of the others`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "5000,262,12501,170,120\n6000,99999999999999999999,2625,251,251\n7000,262,2625,170,0\n", to: "a.csv")
    #expect(
      try SensorRecordFile(path: path).read() == [
        SensorRecord(time: 5000, distance: 262, cadence: 170, heartRate: 120), SensorRecord(time: 6000, speed: 2625),
        SensorRecord(time: 7000, distance: 262, speed: 2625, cadence: 170),
      ])
  }

  @Test(arguments: [
    "", "5000", "5000,,,", "5000,,,,,", "x,,,,", "-5000,,,,", "+5000,,,,", "5000,1.5,,,", " 5000,,,,",
    "4233600001,,,,", "99999999999999999999,,,,", ",1,1,1,1", "1901,,,,", "\u{FF}5000,,,,",
  ])
  func `a damaged line is skipped`(line: String) throws {
    let folder = try TemporaryFolder()
    let file = SensorRecordFile(path: folder.path(of: "a.csv"))
    try file.append(Array(Self.records.prefix(2)))
    try folder.write(try folder.read("a.csv") + line + "\n", to: "a.csv")
    try file.append([Self.records[4]])
    #expect(try file.read() == [Self.records[0], Self.records[1], Self.records[4]])
  }

  @Test func `a file of the maximum size gets no records`() throws {
    let folder = try TemporaryFolder()
    let line = "900,,,,\n"
    let text = String(repeating: line, count: SensorRecordFile.maxSize / line.utf8.count)
    let file = SensorRecordFile(path: try folder.write(text, to: "a.csv"))
    #expect(throws: SystemError(file.path, .fileTooLarge)) { try file.append([Self.records[1]]) }
    #expect(try folder.read("a.csv") == text)
  }

  @Test func `values are removed ninety days after their workout, unless the removal is undone`() throws {
    let folder = try TemporaryFolder()
    let history = HistoryFile(path: folder.path(of: "history.jsonl"))
    let now = 1_800_000_000
    for (id, days) in [("old", 91), ("new", 89), ("undone", 91), ("other", 0)] {
      try #require(SensorRecordFile(of: id, in: folder.path)).append(Self.records)
      let time = Date(timeIntervalSince1970: Double(now - days * 86_400))
      if days > 0 { try history.append(.change(.remove(id, at: time))) }
      if id == "undone" { try history.append(.change(.undo(.workout(id), at: time))) }
    }
    SensorRecordFile.removeOld(in: folder.path, history: history, now: now)
    #expect(
      Folder.names(in: folder.path(of: "sensors")).sorted().dropFirst(2) == ["new.csv", "other.csv", "undone.csv"])
  }

  @Test func `a file that other users can write is not trusted`() throws {
    let folder = try TemporaryFolder()
    let file = SensorRecordFile(path: folder.path(of: "a.csv"))
    try file.append(Self.records)
    // chmod(2) receives the path as a C string, which is valid during the call.
    #expect(unsafe chmod(file.path, 0o602) == 0)
    #expect(throws: FileReadError.self) { try file.read() }
  }
}

extension SensorRecordFile {
  /// Adds records.
  fileprivate func append(_ records: [SensorRecord]) throws(SystemError) {
    try lines.append(records.compactMap(\.line))
  }
}
