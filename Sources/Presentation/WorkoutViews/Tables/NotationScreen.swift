package import TerminalUI

/// A summary of the notation of plans and programs on 23 lines of 80 columns.
package enum NotationScreen {
  /// Plans with their meanings.
  package static let examples = [
    ("forever 30s", "a cue every 30 s, endlessly"),
    ("4x(30s run, 30s walk), 60s walk", "four rounds, then a minute"),
    ("5m warmup, 20m run, 5m cooldown", "one after the other"),
    ("until 5km (30s run @7:00/km, 30s walk @6kph)", "rounds until 5 km, exactly"),
    ("until 30m (2x(400mtr jog @6:30/km), 90s rest)", "repeats nest; until a time"),
    ("5m warmup, open run \"feel\", 5m cooldown", "open: until intervalctl next"),
  ]

  /// The parts of a plan with their notation.
  package static let parts = [
    ("interval", "goal [kind] [@pace] [\"label\"]   60s walk @16:30/mi \"easy\""),
    ("repeat", "4x(…)   until goal (…)   forever …     goal: a time or a distance"),
    ("time", "30s  1m30s  1h2m  1:30  1:05:00        m is minutes, always"),
    ("distance", "5km  3.1mi  400mtr  half  marathon     mtr is metres"),
    ("pace", "11:30/mi  6:00/km  6mph  10kph  2.5m/s"),
    ("kind", "warmup run walk jog sprint work rest recover cooldown interval"),
  ]

  package static let settings = """
    A plan file, NAME.plan in ~/.config/intervald/plans, may begin with settings:
      name "Long run"    pace run 11:30/mi    lead-in 10s    distance-units km
    Steps stand on lines of their own or between commas; # begins a comment.
    """

  package static let program = """
    A training program, NAME.program in the same folder, is settings and weeks:
      week 1
      3x session: 5m warmup, 8x(60s run, 90s walk), 5m cooldown
    """

  package static func lines(_ style: Style) -> [String] {
    let examples = Table(columns: [.init(look: .green), .init()], rows: examples.map { [.init($0), .init($1)] })
    let parts = Table(columns: [.init(look: .heading), .init()], rows: parts.map { [.init($0), .init($1)] })
    let blocks: [[String]] = [
      ["A plan is steps, one after the other: intervals, and repeats of steps."],
      examples.lines(style).map { "  \($0)" },
      parts.lines(style).map { "  \($0)" },
      settings.split(separator: "\n").map(String.init),
      program.split(separator: "\n").map(String.init),
    ]
    return Array(blocks.joined(separator: [""]))
  }
}
