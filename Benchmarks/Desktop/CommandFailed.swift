/// A command that did not do what it was run for.
struct CommandFailed: Error {
  let command: String
  let status: Int32
}
