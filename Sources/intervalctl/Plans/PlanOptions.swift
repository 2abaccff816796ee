import ArgumentParser
import WorkoutSettings

/// The ways to say which plan is meant.
struct PlanOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A plan's name, a plan file, or a plan in notation; '-' reads standard input.", valueName: "plan"),
    completion: Completion.plans)
  var words: [String] = []

  @Option(name: .long, help: "The name of a plan, even where it could be notation.", completion: Completion.names)
  var name: String?

  @Option(name: .long, help: "A plan in notation, even where it could be a name.")
  var text: String?

  var isGiven: Bool { ways > 0 }

  private var ways: Int { [!words.isEmpty, name != nil, text != nil].count { $0 } }

  mutating func validate() throws {
    guard ways <= 1 else { throw ValidationError("A plan is given by words, by --name or by --text: one of them.") }
  }

  /// What is meant; nil where nothing was said.
  func argument(in plans: PlanFolders) throws(Failure) -> PlanArgument? {
    if let name { return .named(name) }
    if let text { return .text(text) }
    return try PlanArgument(words: words, in: plans)
  }
}
