import ArgumentParser

/// Program that measures intervald and other timers.
@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks",
    abstract: "Measure intervald.",
    subcommands: [Measure.self, Check.self, Repeat.self],
    defaultSubcommand: Measure.self)
}
