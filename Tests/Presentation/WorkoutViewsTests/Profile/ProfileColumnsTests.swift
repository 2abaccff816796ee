import TestSupport
import Testing
import WorkoutModel

@testable import WorkoutViews

@Suite struct ProfileColumnsTests {
  @Test(arguments: seeds) func `the width of each interval is its time, to half a column at each end`(seed: UInt64)
    throws
  {
    var generator = SplitMix64(seed: seed)
    let workout = try Workout(Plan.random(using: &generator), settings: Settings())
    let count = Int.random(in: 20...400, using: &generator)
    let profile = Profile(
      workout.timeline, columns: count, openColumns: 10, height: PaceHeights(workout.plan).height)
    let columns = ProfileColumns(profile, count: count, levels: 12, isColoured: true).columns
    #expect(!columns.contains(nil))
    for (index, stretch) in profile.stretches.enumerated() {
      let (start, end) = (stretch.start / profile.span * Double(count), stretch.end / profile.span * Double(count))
      let seen = columns.indices.filter { columns[$0]?.stretch == index }
      // A narrow one may be behind a higher one.
      if stretch.width * count / profile.span > 2 { #expect(!seen.isEmpty) }
      for column in seen { #expect(Double(column) >= start - 1 && Double(column + 1) <= end + 1) }
      if let first = seen.first, let last = seen.last, end - start >= 1, index > 0, index + 1 < profile.stretches.count,
        profile.stretches[index - 1].width * count >= profile.span,
        profile.stretches[index + 1].width * count >= profile.span
      {
        #expect(abs(Double(last + 1 - first) - (end - start)) <= 1)
      }
    }
  }
}
