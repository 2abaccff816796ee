import ArgumentParser

/// The option to print an answer as JSON.
struct JSONOptions: ParsableArguments {
  @Flag(help: "Print one line of JSON.")
  var json = false
}
