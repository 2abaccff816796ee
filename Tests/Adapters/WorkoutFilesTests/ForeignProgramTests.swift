import FoundationEssentials
import PlanNotation
import TestSupport
import TestTraits
import Testing
import WorkoutFiles
import WorkoutModel

/// Tests in which independent programs read exported files; see Tests/foreign.
@Suite(
  .enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"), .hangLimit)
struct ForeignReaderTests {
  private static let seeds = 0..<200

  /// A message of a FIT file, with the raw values of the fields; the keys are the numbers of the fields.
  private struct Message: Decodable {
    let message: Int
    let numbers: [String: Int]
    let texts: [String: String]
  }

  private static func plan(_ seed: Int) throws -> PlanFile {
    var generator = SplitMix64(seed: UInt64(seed))
    let plan = Plan.random(.init(hasOpenIntervals: true, hasForever: seed % 5 == 0), using: &generator)
    return try PlanFile("name \"Plan \(seed), höher\"\nabout \"\(seed)\"\n" + plan.notation)
  }

  /// Runs a program with files, and returns one line of output for each file.
  private static func lines(
    of program: String, _ arguments: [String] = [], files: [[UInt8]]
  ) async throws -> [Substring] {
    let folder = try TemporaryFolder()
    for (index, bytes) in files.enumerated() { try folder.write(bytes: bytes, to: "\(1000 + index)") }
    let run = try await Invocation.run(
      VirtualEnvironment.program("python"), ["\(packageRoot)/Tests/foreign/\(program)"] + arguments + [folder.path])
    #expect(run.status == 0, "\(run.errors)")
    return run.output.split(separator: "\n")
  }

  @Test func `three FIT libraries read the plan from an export`() async throws {
    let files = try Self.seeds.map { try Self.plan($0) }
    let exported = try files.map { try $0.exported(as: .fit) }
    let lines = try await Self.lines(of: "fit_readers.py", files: exported.map(\.bytes))
    try #require(lines.count == files.count)
    var serials: Set<Int?> = []
    for ((file, exported), line) in zip(zip(files, exported), lines) {
      let messages = try JSONDecoder().decode([Message].self, from: Data(line.utf8))
      try #require(messages.map(\.message).starts(with: [0, 26, 27]))
      // A device would store only one of two files with the same serial number and the same time of creation.
      #expect(serials.insert(messages[0].numbers["3"]).inserted)
      #expect(messages[0].numbers["0"] == 5)
      #expect(messages[1].texts == ["8": file.settings.name, "17": file.settings.about])
      #expect(messages[1].numbers == ["4": 1, "6": messages.count - 2])
      // An export replaces an endless repeat with a repeat that has a number of rounds.
      let plan = Plan(file.plan.steps.map(\.withoutForever))
      var steps = messages.dropFirst(2).enumerated().map { (index: $0, message: $1) }[...]
      try Self.expect(plan.steps, in: &steps)
      #expect(steps.isEmpty)
      let isCounted = exported.report.losses.contains { if case .forever = $0 { true } else { false } }
      #expect(isCounted == (plan != file.plan))
    }
  }

  /// Compares steps with the first messages, and removes these messages.
  private static func expect(_ steps: [Step], in messages: inout ArraySlice<(index: Int, message: Message)>) throws {
    for step in steps {
      switch step {
      case .repeat(let `repeat`):
        let first = messages.startIndex
        try expect(`repeat`.body, in: &messages)
        let next = messages.popFirst()
        let (index, message) = try #require(next)
        let (type, value) =
          switch `repeat`.extent {
          case .count(let count): (6, count)
          case .untilTime(let time): (7, time.inMilliseconds)
          case .untilDistance(let distance): (8, Int((distance.metres * 100).rounded()))
          case .forever: (-1, 0)
          }
        #expect(message.numbers == ["254": index, "1": type, "2": first, "3": 2, "4": value])
      case .interval(let interval):
        let next = messages.popFirst()
        let (index, message) = try #require(next)
        #expect(message.numbers["254"] == index)
        switch interval.goal {
        case .time(let time):
          #expect(message.numbers["1"] == 0)
          #expect(message.numbers["2"] == time.inMilliseconds)
        case .distance(let distance):
          #expect(message.numbers["1"] == 1)
          #expect(message.numbers["2"] == Int((distance.metres * 100).rounded()))
        case .open:
          #expect(message.numbers["1"] == 5)
          #expect(message.numbers["2"] == nil)
        }
        #expect(message.numbers["7"] == intensities[interval.kind])
        if let label = interval.label { #expect(message.texts["0"]?.hasSuffix(label) == true) }
        if let notes = message.texts["8"] { #expect(try PlanFile(notes).plan.intervals == [interval]) }
        guard let speed = interval.pace?.metresPerSecond else {
          #expect(message.numbers["3"] == 2)
          continue
        }
        let (low, high) = (try #require(message.numbers["5"]), try #require(message.numbers["6"]))
        #expect(message.numbers["3"] == 0)
        #expect(message.numbers["4"] == 0)
        #expect(abs(Double(low + high) / 2000 - speed) <= 0.001)
        #expect(low < high)
      }
    }
  }

  /// Intensity of each kind, as a number of the FIT profile.
  ///
  /// The kind `interval` has no intensity.
  private static let intensities: [Kind: Int] = [
    .run: 0, .jog: 0, .sprint: 0, .rest: 1, .walk: 1, .warmup: 2, .cooldown: 3, .recover: 4, .work: 5,
  ]

  @Test(arguments: [WorkoutFormat.tcx, .zwo])
  func `an exported XML file is valid and contains the intervals of the plan`(_ format: WorkoutFormat)
    async throws
  {
    let files = try Self.seeds.compactMap { seed in
      let plan = Plan.exportable(for: format, seed: seed)
      return try PlanFile(plan.notation).exportedUnlessTooLong(as: format).map { (plan, $0) }
    }
    try #require(files.count > 100)
    let lines = try await Self.lines(of: "xml_reader.py", [format.rawValue], files: files.map(\.1.bytes))
    try #require(lines.count == files.count)
    for ((plan, _), line) in zip(files, lines) {
      let intervals = try JSONDecoder().decode([[String]].self, from: Data(line.utf8))
      try #require(intervals.count == plan.unrolled.count)
      for (read, interval) in zip(intervals, plan.unrolled) {
        switch interval.goal {
        case .time(let time): #expect(read[0] == "\(time.inMilliseconds / 1000)s")
        case .distance(let distance): #expect(read[0] == "\(Int(distance.metres))m")
        case .open: Issue.record("an exportable plan has no open intervals")
        }
        let kind =
          interval.kind == .interval
          ? "Cue" : interval.kind.rawValue.prefix(1).uppercased() + interval.kind.rawValue.dropFirst()
        // The title of a step may omit the kind if the element or the intensity of the step implies the kind.
        #expect(
          ["", kind].contains { prefix in
            let label = interval.label.map { prefix.isEmpty ? $0 : ": \($0)" } ?? ""
            return read[1] == prefix + label
          }, "\(read) \(interval)")
        if [.jog, .sprint, .work, .walk, .interval].contains(interval.kind) { #expect(read[1].hasPrefix(kind)) }
      }
    }
  }
}

extension Step {
  /// The step; an endless repeat gets 99 rounds, as in an export.
  fileprivate var withoutForever: Step {
    guard case .repeat(let `repeat`) = self, `repeat`.extent == .forever else { return self }
    return .repeat(Repeat(.count(99), `repeat`.body))
  }
}

/// Tests of imports of FIT files that other programs write; see Tests/foreign/fit_makers.py.
@Suite(
  .enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"), .hangLimit)
struct ForeignMakerTests {
  @Test func `files of pace2fit and fit-tool are imported`() async throws {
    let files: [(text: String, plan: String, losses: [String])] = [
      ("10min,3x(8min+2min),cooldown", "10m run, 3x(8m run, 2m run), open cooldown", []),
      (
        "warmup@6:00,6x(400m@4:00-4:10+90sec@Z1),2.5km@5:00",
        "open warmup @6:00/km, 6x(400mtr run @4:05/km, 1m30s run \"heart rate zone 1\"), 2.5km run @5:00/km",
        [
          "5:55/km to 6:05/km became 6:00/km", "4:00/km to 4:10/km became 4:05/km",
          "heart rate zone 1 becomes a label",
          "4:55/km to 5:05/km became 5:00/km", "speeds above 100 m/s: read as micrometres per second",
        ]
      ),
    ]
    let folder = try TemporaryFolder()
    let run = try await Invocation.run(
      VirtualEnvironment.program("python"),
      ["\(packageRoot)/Tests/foreign/fit_makers.py", folder.path] + files.map(\.text))
    try #require(run.status == 0, "\(run.errors)")
    for (number, file) in files.enumerated() {
      let imported = try Self.imported(folder.path(of: "\(number).fit"))
      #expect(imported.name == file.text)
      #expect(imported.plan.notation == file.plan)
      #expect(imported.report.losses.map(\.words) == file.losses)
    }
    let imported = try Self.imported(folder.path(of: "fit-tool.fit"))
    #expect(
      imported.text == """
        name "Hills"
        5m warmup
        3x(4x(400mtr run "Hill sprint", 1m30.5s rest), 2m recover "heart rate zone 2")
        open cooldown

        """)
    #expect(imported.report.losses.map(\.words) == ["heart rate zone 2 becomes a label"])
  }

  /// The plan and the losses that the import of a random file should make; the plan of an activity is nil.
  private struct Expected: Decodable {
    let plan: String?
    let losses: [String]
  }

  @Test func `random files of fit-tool are imported, and activities are refused`() async throws {
    let folder = try TemporaryFolder()
    let run = try await Invocation.run(
      VirtualEnvironment.program("python"),
      ["\(packageRoot)/Tests/foreign/fit_random.py", folder.path, "300", "1"])
    try #require(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    try #require(lines.count == 300)
    for (number, line) in lines.enumerated() {
      let expected = try JSONDecoder().decode(Expected.self, from: Data(line.utf8))
      let path = folder.path(of: "\(number).fit")
      guard let plan = expected.plan else {
        let error = #expect(throws: WorkoutFileError.self, "\(number)") { try Self.imported(path) }
        #expect(error?.reason == .activity, "\(number)")
        continue
      }
      let imported = try Self.imported(path)
      #expect(imported.plan.notation == plan, "\(number)")
      #expect(imported.report.losses.map(\.words) == expected.losses, "\(number)")
    }
  }

  private static func imported(_ path: String) throws -> ImportedWorkout {
    try ImportedWorkout(Array(Data(contentsOf: URL(filePath: path))), format: .fit, per: .kilometres)
  }
}
