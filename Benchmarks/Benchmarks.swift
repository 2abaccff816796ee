import ArgumentParser

/// Measures intervald, and what a user would pick instead.
@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks",
    abstract: "Measure intervald.",
    subcommands: [Measure.self, Check.self, Repeat.self],
    defaultSubcommand: Measure.self)
}
