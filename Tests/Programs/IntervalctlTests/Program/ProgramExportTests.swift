import FoundationEssentials
import JSON
import Subprocess
import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Exports of training programs as calendars and as folders of workout files.
@Suite struct ProgramExportTests {
  private static let program = """
    name "Two weeks"
    pace run 6:00/km
    week 1
    2x session: 5m warmup, 8x(1m run, 1m walk)
    week 2 "Longer"
    session "The goal": 20m run
    session: open run
    """

  private static func with(_ body: @escaping @Sendable (ProgramHome) async throws -> Void) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write(program, to: "config/intervald/plans/two.program")
      try await body(home)
    }
  }

  @Test(.enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"), .hangLimit)
  func `a calendar application reads the days, times, texts and alarms of a calendar`() async throws {
    try await Self.with { home in
      let command = "intervalctl export two --days tue,sat --at 7:00 --alarm 15m"
      let zone: [String: String?] = ["TZ": "Europe/Berlin"]
      let run = try await home.shell(
        "mkdir a b; \(command) --from 2027-03-23 -o 'a/two Europe:Berlin.ics'", environment: zone)
      #expect(run.output == ["Saved as calendar, 4 sessions from 23 Mar 2027 to 3 Apr 2027: a/two Europe:Berlin.ics"])
      let moved = try await home.shell(
        "\(command) --from 2027-03-30 -o 'b/two Europe:Berlin.ics'", environment: zone)
      #expect(moved.status == 0)
      let first = try await Self.events("\(home.folder.path)/a")
      // The clocks change on 28 March.
      #expect(
        first.map { $0["start"] } == [1_805_781_600, 1_806_127_200, 1_806_382_800, 1_806_728_400].map(JSONValue.int))
      #expect(first.map { $0["seconds"] } == [1260, 1260, 1200, 1800].map(JSONValue.int))
      #expect(first.map { $0["alarms"] } == Array(repeating: .array([.int(-900)]), count: 4))
      #expect(first[2]["summary"] == .string("Two weeks, week 2, day 1 of 2: The goal"))
      #expect(
        first[0]["description"]
          == .string("5m warmup\n8x(1m run @6:00/km, 1m walk)\n\n21:00\nintervalctl start two --session w1d1"))
      let second = try await Self.events("\(home.folder.path)/b")
      #expect(second.map { $0["uid"] } == first.map { $0["uid"] })
      #expect(second[0]["start"] == .int(1_805_781_600 + 7 * 86_400 - 3600))
    }
  }

  /// Reads a folder of calendars with icalendar.
  private static func events(_ folder: String) async throws -> [JSONValue.Object] {
    let output = try await TestProcesses.with { processes in
      let reader = try await processes.start(
        VirtualEnvironment.program("python"), ["\(packageRoot)/Tests/foreign/calendar_reader.py", folder],
        environment: [:])
      #expect(try await reader.end() == .exited(0), "\(reader.errors.elements)")
      return reader.output.elements
    }
    let calendar = try JSONValue(parsing: Array(try #require(output.first).utf8)).object
    guard case .array(let events)? = calendar?["events"] else { return [] }
    return events.compactMap(\.object)
  }

  @Test func `each session is exported to a file whose name begins with its day`() async throws {
    try await Self.with { home in
      let run = try await home.shell(
        "mkdir watch; intervalctl export two -o watch/ --type fit --from 2026-12-01 --days tue,sat; ls watch")
      let files = [
        "2026-12-01-w1d1-two-weeks.fit", "2026-12-05-w1d2-two-weeks.fit", "2026-12-08-w2d1-two-weeks.fit",
        "2026-12-12-w2d2-two-weeks.fit",
      ]
      #expect(run.output.prefix(4) == files.map { "Saved as FIT: watch/\($0)" }[...])
      #expect(run.output[4].hasPrefix("4 sessions from "))
      #expect(run.output.suffix(4) == files[...])
      let again = try await home.shell("intervalctl export two -o watch --from 2026-12-01 --days tue,sat")
      #expect(again.status == 73)
      #expect(again.messages.first == "error: watch/2026-12-01-w1d1-two-weeks.fit already exists")
      let imported = try await home.shell("intervalctl import watch/2026-12-08-w2d1-two-weeks.fit --json")
      #expect(imported.output.contains { $0.contains(#""title":"w2d1 Two weeks""#) }, "\(imported)")
    }
  }

  @Test func `the name in the file of a session begins with the ID of the session`() async throws {
    try await Self.with { home in
      let run = try await home.shell(
        """
        intervalctl export two --session w1d2 -o x.fit && intervalctl import x.fit --json
        intervalctl export two --session w1d2 -o x.zwo && intervalctl import x.zwo --json
        intervalctl export two --session w1d2 -o - --type tcx | grep '<Name>w1d2 Two weeks'
        """)
      #expect(run.status == 0)
      #expect(run.output.count { $0.contains(#""title":"w1d2 Two weeks""#) } == 2, "\(run)")
    }
  }

  @Test func `a device can distinguish all sessions that are exported within a second`() async throws {
    try await Self.with { home in
      let run = try await home.shell(
        """
        mkdir a b; intervalctl export two -o a/ >out; intervalctl export two -o b/ >out
        for file in a/*.fit; do od -An -tx1 -j41 -N4 $file; done | sort -u | wc -l
        for folder in a b; do for file in $folder/*.fit; do od -An -tx1 -j41 -N4 $file; done >$folder.ids; done
        cmp a.ids b.ids && echo same
        """)
      #expect(run == ProgramRun(status: 0, output: ["4", "same"]))
    }
  }

  @Test func `an export begins with the session that is due, unless all sessions are requested`() async throws {
    try await Self.with { home in
      try home.folder.write(
        #"{"at":"2026-11-01T00:00:00Z","change":"move","program":"two","session":"w2d1"}"# + "\n",
        to: ".local/state/intervald/history.jsonl")
      let due = try await home.shell(
        "chmod go-w .local/state/intervald; intervalctl export two -o - --type ics | tr -d '\\r'")
      #expect(due.output.filter { $0.hasPrefix("UID:") } == ["UID:w2d1.two@intervald", "UID:w2d2.two@intervald"])
      let all = try await home.shell("intervalctl export two -o - --type ics --all")
      #expect(all.output.count { $0.hasPrefix("UID:") } == 4)
      let one = try await home.shell("intervalctl export two --session w1d2 -o one.ics --json --from 2026-12-01")
      #expect(
        one.output == [#"{"path":"one.ics","sessions":[{"day":"2026-12-01","session":"w1d2"}],"type":"ics"}"#])
      let file = try await home.shell("intervalctl export two -o two.fit")
      #expect(file.output.last == "Saved as FIT, 1 step: two.fit")
    }
  }

  @Test func `an output that is not a calendar or a folder has a hint about both`() async throws {
    try await Self.with { home in
      let hint = "hint: for all sessions, write a calendar (-o program.ics) or a folder (-o watch/ --type fit)"
      for output in ["watch --type fit", "two", "a.pdf", "-"] {
        #expect(try await home.shell("intervalctl export two -o \(output)").messages.last == hint)
      }
      let one = try await home.shell("intervalctl export two --session w1d1 --type fit -o one")
      #expect(one.output == ["Saved as FIT, 4 steps: one"])
    }
  }

  @Test func `a loss is reported once, with the first session that has it`() async throws {
    try await Self.with { home in
      let session = "session: forever (1m run, 1m walk)"
      try home.folder.write(
        "week 1\nsession: 1m run\n\(session)\n\(session)", to: "config/intervald/plans/endless.program")
      let run = try await home.shell("mkdir watch; intervalctl export endless -o watch --type fit")
      #expect(run.messages.count == 1)
      #expect(run.messages.first?.hasPrefix("warning: w1d2: ") == true, "\(run.messages)")
      let strict = try await home.shell("intervalctl export endless -o watch --type fit --strict --from 2027-01-01")
      #expect(strict.messages.last?.hasPrefix("  w1d2: ") == true, "\(strict.messages)")
    }
  }

  @Test func `both days of the summary have a year if the years differ`() async throws {
    try await Self.with { home in
      let run = try await home.shell(
        """
        year=$(date +%Y)
        day=$(LC_ALL=C date -d $year-12-28 +%a)
        intervalctl export two -o a.ics --days $day --from $year-12-28 | sed "s/$year/Y/; s/$((year + 1))/Z/"
        """)
      #expect(run.output == ["Saved as calendar, 4 sessions from 28 Dec Y to 18 Jan Z: a.ics"], "\(run)")
    }
  }

  @Test(arguments: [("0:00", "tomorrow"), ("23:59:59", "today")])
  func `a calendar begins tomorrow if the time of its sessions has passed`(time: String, day: String) async throws {
    try await Self.with { home in
      let days = "--days mon,tue,wed,thu,fri,sat,sun"
      let run = try await home.shell(
        """
        date -d \(day) +%F
        intervalctl export two -o a.ics --json \(days) --at \(time) | grep -o '"day":"[^"]*' | head -n 1
        date -d \(day) +%F
        """)
      // Midnight may be between two of the commands.
      #expect([run.output[0], run.output[2]].map { "\"day\":\"\($0)" }.contains(run.output[1]), "\(run)")
      let from = try await home.shell("intervalctl export two -o b.ics --json --from today \(days) --at \(time)")
      let today = try #require(try await home.shell("date +%F").output.first)
      #expect(from.output.first?.contains(today) == true)
    }
  }

  @Test(arguments: [
    ("two -o a.ics --from 2026-13-01", 64, "error: --from: '2026-13-01' is not a date"),
    ("two -o a.ics --from 9999-12-30 --days thu,fri", 64, "error: --from: w2d1 would be after 9999-12-31"),
    ("two -o . --type fit --from 9999-12-31 --days fri --all", 64, "error: --from: w1d2 would be after 9999-12-31"),
    ("two -o a.ics --days mon,wet", 64, "error: --days: 'wet' is not a weekday"),
    ("two -o a.ics --days mon,mon,sat", 64, "error: --days: 'mon' is given twice"),
    ("two -o a.ics --days ''", 64, "error: --days: '' is not a weekday"),
    ("two -o a.ics --at 25:00", 64, "error: --at: '25:00' is not a time of day"),
    ("two -o a.ics --alarm soon", 64, "error: --alarm: "),
    ("two -o . --type fit --at 7:00", 64, "error: --at and --alarm apply only to a calendar"),
    ("two -o a.ics --strict", 64, "error: --flatten and --strict apply only to workout files"),
    ("two -o a.ics --session w9d9", 66, "error: two has no session 'w9d9'"),
    ("two -o missing/", 74, "error: the folder 'missing/' does not exist"),
    ("two -o . --type ics", 64, "error: '.' is a folder, but a calendar is one file"),
    ("long-run -o a.ics", 64, "error: only the sessions of a training program can be exported as a calendar"),
    ("two -o watch --type fit", 74, "error: the folder 'watch' does not exist"),
    ("two -o two", 74, "error: the folder 'two' does not exist"),
    ("two -o a.pdf", 64, "error: cannot write '.pdf' files"),
    ("long-run -o .", 64, "error: '.' is a folder, but a plan is one file"),
    ("long-run -o a.fit --from monday", 64, "error: --from, --days, --at, --alarm and --all require a program, and"),
  ])
  func `invalid arguments are rejected, and nothing is written`(
    arguments: String, status: Int32, message: String
  ) async throws {
    try await Self.with { home in
      let run = try await home.shell("intervalctl export \(arguments)")
      #expect(run.status == status)
      #expect(run.messages.first?.hasPrefix(message) == true, "\(run.messages)")
      #expect(try await home.shell("ls").output.allSatisfy { !$0.hasPrefix("a.") })
    }
  }
}
