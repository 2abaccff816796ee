import ArgumentParser

/// Whether an answer of the daemon is printed as it is.
struct JSONOptions: ParsableArguments {
  @Flag(help: "Print one line of JSON.")
  var json = false
}
