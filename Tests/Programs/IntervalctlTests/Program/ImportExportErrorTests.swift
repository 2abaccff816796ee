import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of the exact messages for imports and exports that fail.
@Suite(.hangLimit) struct ImportExportErrorTests {
  @Test(
    arguments: [
      (
        "intervalctl export 30s -o run.gpx", 64,
        [
          "error: cannot write '.gpx' files", "hint: use .fit, .zwo, .tcx or .icu",
          "hint: name the type, for example: --type fit",
        ]
      ),
      (
        "intervalctl export 30s -o run", 64,
        [
          "error: the type of 'run' is unknown", "hint: use .fit, .zwo, .tcx or .icu",
          "hint: name the type, for example: --type fit",
        ]
      ),
      (
        "intervalctl export 30s -o -", 64,
        ["error: the type of standard output is unknown", "hint: name the type, for example: --type fit"]
      ),
      (
        "intervalctl export 30s", 64,
        [
          "error: no output file given", "hint: for example: intervalctl export tabata -o tabata.fit",
          "hint: see 'intervalctl export --help'",
        ]
      ),
      (
        "intervalctl export -o a.fit", 64,
        [
          "error: no PLAN given", "hint: for example: intervalctl export tabata -o tabata.fit",
          "hint: list the plans with: intervalctl plans", "hint: see 'intervalctl export --help'",
        ]
      ),
      (
        "intervalctl import - < /dev/null", 64,
        ["error: the type of standard input is unknown", "hint: name the type, for example: --type fit"]
      ),
      (
        "intervalctl import tempo.gpx", 64,
        [
          "error: cannot read '.gpx' files",
          "hint: a GPX file is a recorded track; use a workout in a .fit, .zwo, .tcx or .icu file",
        ]
      ),
      (
        "intervalctl show ./tempo.GPX", 64,
        [
          "error: cannot read '.gpx' files",
          "hint: a GPX file is a recorded track; use a workout in a .fit, .zwo, .tcx or .icu file",
        ]
      ),
      (
        "intervalctl import tabata.svg", 64,
        [
          "error: cannot import '.svg' files", "hint: use .fit, .zwo, .tcx or .icu",
          "hint: name the type, for example: --type fit",
        ]
      ),
      (
        "intervalctl import --type fit - < /dev/null", 65,
        [
          "error: standard input is not a FIT file: offset 0: the signature '.FIT' is missing",
          "hint: for another type: intervalctl import --type TYPE -",
        ]
      ),
      ("intervalctl import run.fit", 66, ["error: cannot read run.fit: No such file or directory"]),
      (
        "echo '<gpx/>' > a.tcx; intervalctl import a.tcx", 65,
        [
          "error: a.tcx is not a TCX file: line 1: no workout in <gpx>",
          "hint: for another type: intervalctl import --type TYPE a.tcx",
        ]
      ),
      (
        "echo '<TrainingCenterDatabase><Activities/></TrainingCenterDatabase>' > a.tcx; intervalctl import a.tcx", 65,
        [
          "error: a.tcx: line 1: the file is an activity: the record of a past workout, without steps to follow",
          "hint: export the planned workout, not the activity, from the other program",
        ]
      ),
      (
        "echo '<workout_file><workout><FreeRun Duration=\"60\" Slop=\"2\"/></workout></workout_file>' > a.zwo; "
          + "intervalctl import --strict a.zwo", 65,
        [
          "error: the conversion is not lossless, which --strict requires",
          "  attribute Slop=\"2\" is left out (line 1)",
        ]
      ),
      (
        "intervalctl export 30s -o a.fit; intervalctl import a.fit --type zwo", 65,
        [
          "error: a.fit is not a ZWO file: line 1: not well-formed (invalid token)",
          "hint: for another type: intervalctl import --type TYPE a.fit",
        ]
      ),
      (
        "intervalctl export 30s -o a.fit; head -c 60 a.fit > b.fit; intervalctl start b.fit", 65,
        [
          "error: b.fit: offset 60: the file ends early: it has 60 of 94 bytes"
        ]
      ),
      (
        "intervalctl export \"$(yes 1s | head -21 | paste -sd,)\" -o a.tcx",
        65,
        [
          "error: the plan does not fit into TCX: 21 steps are more than the limit of 20",
          "hint: FIT files have room for more: --type fit",
        ]
      ),
      (
        "mkdir a.zwo; intervalctl export 30s -o a.zwo", 64,
        ["error: 'a.zwo' is a folder, but a plan is one file", "hint: specify a file, for example: -o plan.fit"]
      ),
      (
        "printf -- '- 400mtr\\n' > a.icu; intervalctl import a.icu", 65,
        [
          "error: a.icu: the run has a distance but no pace, so its duration is unknown",
          "  400mtr run", "  ^",
          "hint: give it a pace, for example: --pace run=6:00/km",
        ]
      ),
    ] as [(String, Int32, [String])])
  func `a failed import or export is reported with the reason`(_ line: String, _ status: Int32, _ messages: [String])
    async throws
  {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell(line)
      #expect(run.status == status)
      #expect(run.messages == messages)
    }
  }
}
