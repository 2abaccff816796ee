/// A workout as intervals.icu has it: sections, each with a title and steps, perhaps repeated.
///
/// A line with a `-` is a step; any other is a title, and may begin or end with how often the steps below it are done:
/// `Main set 4x`. An empty line ends a section. Sections do not nest.
struct ICUWorkout: Equatable {
  /// What stands in lines of its own and is no title of steps.
  var about: String?
  var sections: [Section] = []
  /// Lines that would be steps if they had a `-`.
  var dashless: [String] = []

  struct Section: Equatable {
    /// Those of the lines right above the steps, without how often they are done.
    var titles: [String] = []
    var rounds = 1
    var steps: [ICUStep] = []
  }
}
