import PlanNotation
import TerminalUI
import TestSupport
import TestTraits
import Testing
import WorkoutModel
import WorkoutPresentation

@testable import WorkoutViews

/// Tests that check the SVG picture with other programs: xmllint(1), Python's xml.etree and rsvg-convert(1).
@Suite(.hangLimit) struct ProfileDrawingTests {
  private static let units = DisplayUnits(distance: .miles, pace: .minutesPerMile)

  private static func svg(_ text: String) throws -> String {
    try ProfileDrawing(ReadPlan(text: text), units: units).svg
  }

  /// A Python program that reads SVG pictures, and prints a line for each title, description, text and bar.
  ///
  /// The line of a bar contains its class, position, size and tooltip.
  private static let reader = """
    import sys, xml.etree.ElementTree as tree
    s = '{http://www.w3.org/2000/svg}'
    for path in sys.argv[1:]:
      root = tree.parse(path).getroot()
      print('title', root.findtext(s + 'title'))
      print('desc', root.findtext(s + 'desc'))
      for text in root.iter(s + 'text'): print('text', text.text)
      for rect in root.iter(s + 'rect'):
        if rect.find(s + 'title') is not None:
          print('bar', rect.get('class').replace(' ', '+'), *(rect.get(a) for a in ('x', 'width', 'height')), rect.findtext(s + 'title'))
    """

  private static func read(_ pictures: String...) async throws -> [String] { try await read(pictures) }

  private static func read(_ pictures: [String]) async throws -> [String] {
    let folder = try TemporaryFolder()
    let paths = try pictures.enumerated().map { try folder.write($1, to: "\($0).svg") }
    let lint = try await Invocation.run("xmllint", ["--noout"] + paths, within: generousLimit)
    #expect(lint.status == 0)
    #expect(lint.errors == "")
    let run = try await Invocation.run(
      "python3", ["-c", reader] + paths, environment: ["PYTHONIOENCODING": "utf-8"], within: generousLimit)
    #expect(run.status == 0)
    #expect(run.errors == "")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test func `every interval is a bar with a tooltip, on scales of time and pace`() async throws {
    let lines = try await Self.read(
      Self.svg("name \"Hills & <dales>\"\n1m run @10:00/mi \"up\", 2x(30s walk @20:00/mi), open, 3mi run @12:00/mi"))
    #expect(
      lines == [
        "title Hills & <dales>",
        "desc 1m run @10:00/mi \"up\", 2x(30s walk @20:00/mi), open, 3mi run @12:00/mi. until you say next · 3.15 mi and more · "
          + "12:04/mi · 5 intervals. Width is time, height is pace, colour is the kind of interval.",
        "text Hills & <dales>", "text until you say next · 3.15 mi and more · 12:04/mi · 5 intervals", "text 40:00/mi",
        "text 20:00/mi",
        "text 14:00/mi", "text 10:00/mi", "text 0:00", "text run", "text walk", "text other",
        "bar run 84 21.58 200 Run 1 min @10:00/mi: up, 1:00, from 0:00",
        "bar walk 105.58 9.79 100 Walk 30 s @20:00/mi, 0:30, from 1:00",
        "bar walk 116.37 10.79 100 Walk 30 s @20:00/mi, 0:30, from 1:30",
        "bar interval+open 127.16 40 150 Until you say next, from 2:00",
        "bar run 167.16 776.84 166.67 Run 3 mi @12:00/mi, 36:00",
      ])
  }

  @Test func `the width of a bar represents its time, and the height its pace`() async throws {
    let plans = try seeds.prefix(40).map { seed in
      var generator = SplitMix64(seed: seed)
      return try ReadPlan(text: Plan.random(using: &generator).notation)
    }
    let pictures = plans.map { ProfileDrawing($0, units: Self.units).svg }
    let lines = try await Self.read(pictures)
    for (seed, (plan, lines)) in zip(plans, lines.split { $0.hasPrefix("title ") }).enumerated() {
      let bars = lines.filter { $0.hasPrefix("bar ") }.map { $0.split(separator: " ") }
      Self.expectScale(of: bars, plan.workout, "seed \(seed + 1)")
    }
  }

  private static func expectScale(of bars: [[Substring]], _ workout: Workout, _ seed: Comment) {
    let total = workout.timeline.totals.duration ?? .zero
    let fastest = workout.plan.intervals.compactMap(\.pace?.metresPerSecond).max()
    var found = 0
    for entry in Schedule(workout.timeline).entries {
      guard let start = entry.start, let duration = entry.interval.duration else { continue }
      let (x, width) = (84 + start / total * 860, duration / total * 860)
      // An interval that is narrower than a tenth of a pixel may be part of another bar.
      guard width >= 0.11 else { continue }
      found += 1
      let pace = entry.interval.interval.pace?.metresPerSecond
      let barClass = entry.interval.kind.rawValue + (pace == nil && fastest != nil ? "+paceless" : "")
      let bar = bars.first { abs((Double($0[2]) ?? 0) - x) < 0.02 && $0[1] == barClass }
      guard let bar, let shown = Double(bar[3]), let height = Double(bar[4]) else {
        Issue.record("\(seed): no bar at \(x)")
        continue
      }
      #expect(shown <= width + 0.02, seed)
      #expect(shown >= width - min(1, width / 4) - 0.02, seed)
      if let pace, let fastest { #expect(abs(height - pace / fastest * 200) < 0.02, seed) }
    }
    #expect(found > 0, seed)
  }

  @Test func `runs and walks at one pace are equally high, and intervals without a pace are faint`() async throws {
    let lines = try await Self.read(Self.svg("1m run @10:00/mi, 1m walk @10:30/mi, 1m rest, open"))
    let bars = lines.filter { $0.hasPrefix("bar ") }.map { $0.split(separator: " ") }
    #expect(bars.map { $0[1] } == ["run", "walk", "rest+paceless", "interval+open"])
    #expect(bars.prefix(2).map { $0[4] } == ["200", "190.48"])
    #expect(lines.contains { $0.hasSuffix("colour is the kind of interval. Faint bars have no pace.") })
    // If no interval of the plan has a pace, no bar is faint.
    #expect(try !Self.svg("1m run, 1m rest").contains(" paceless\""))
  }

  @Test(arguments: ["1km run @59:59/km, 1km walk @59:59/mi", "1h50m", "59m59s", "9h59m59s", "12s"])
  func `labels of times do not overlap`(plan: String) throws {
    let label = #/<text x="([0-9.]+)" y="295" font-size="12" text-anchor="(start|middle|end)">([0-9:]+)</#
    var end = 0.0
    for match in try Self.svg(plan).matches(of: label) {
      let x = try #require(Double(match.1))
      let width = Double(match.3.count) * 7.5
      let start = match.2 == "start" ? x : match.2 == "end" ? x - width : x - width / 2
      #expect(start >= end + (end == 0 ? 0 : 10), "\(match.3)")
      end = start + width
      #expect(end <= 944.01)
    }
    #expect(end > 900)
  }

  @Test func `another program draws the picture, and the size of the picture is limited`() async throws {
    let plans = [
      "forever (30s, 1m30s sprint @5:00/km)", "open", "10m warmup, 8x(400mtr run @5:00/km, 90s rest), 5m cooldown",
      "9999x(9x(2s run, 2s walk))",
    ]
    let folder = try TemporaryFolder()
    for text in plans {
      let path = try folder.write(Self.svg(text), to: "profile.svg")
      let run = try await Invocation.run(
        "rsvg-convert", ["--output", folder.path(of: "profile.png"), path], within: generousLimit)
      #expect(run.status == 0)
      #expect(run.errors == "")
      let size = try await Invocation.run(
        "identify", ["-format", "%w %h %k", folder.path(of: "profile.png")], within: generousLimit)
      let figures = size.answer.split(separator: " ").compactMap { Int($0) }
      #expect(figures.prefix(2) == [960, 336])
      #expect(figures.last.map { $0 > 2 } == true)
    }
    let dense = try Self.svg("3000x(45s run @10:00/mi, 45s walk)")
    #expect(dense.split(separator: "\n").count { $0.hasPrefix("<rect") } <= 2 * 9280 + 3)
    #expect(dense.utf8.count < 2_000_000)
  }

  @Test func `a picture is legible on any background, light or dark`() throws {
    let steps = Kind.allCases.map { $0 == .interval ? "30s" : "30s \($0.rawValue)" }
    let svg = try Self.svg(steps.joined(separator: ", "))
    let firstShape = try #require(svg.firstMatch(of: #/<(?:rect|line|text)[^>]*>/#)).output
    #expect(firstShape == #"<rect class="paper" width="960" height="336"/>"#)
    let schemes = svg.split(separator: "@media (prefers-color-scheme: dark)")
    #expect(schemes.count == 2)
    for scheme in schemes {
      let colours = scheme.matches(of: #/\.?([a-z]+) { fill: #([0-9a-f]{6});/#)
        .map { (name: $0.1, colour: Colour(UInt32($0.2, radix: 16) ?? 0)) }
      #expect(colours.count == Kind.allCases.count + 2)
      let paper = try #require(colours.first { $0.name == "paper" }).colour
      for (name, colour) in colours where name != "paper" { #expect(colour.contrast(with: paper) >= 4.5, "\(name)") }
    }
  }

  @Test func `hostile labels are escaped`() async throws {
    var hostile = "</title></rect><script>alert(1)</script>]]>&amp;&#x1B; \\\" ' -->"
    for value: UInt32 in Array(0..<0x3000) + [0xFEFF, 0xFFFE, 0xFFFF, 0x1F3C3, 0x10FFFF] {
      if let scalar = Unicode.Scalar(value) { hostile.unicodeScalars.append(scalar) }
    }
    let workout = try Workout(
      Plan([.interval(Interval(goal: .time(.seconds(30)), kind: .run, label: hostile))]), settings: Settings())
    var settings = Settings()
    settings.name = hostile
    let plan = ReadPlan(file: try ReadPlan(text: "30s", settings: settings).file, workout: workout, title: hostile)
    let lines = try await Self.read(ProfileDrawing(plan, units: Self.units).svg)
    #expect(lines.contains { $0.hasPrefix("bar run 16 928 200 Run 30 s: </title></rect><script>") })
    #expect(!lines.contains { $0.unicodeScalars.contains("\u{FFFF}") })
  }
}
