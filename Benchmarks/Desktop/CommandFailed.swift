/// Failure of a command.
struct CommandFailed: Error {
  let command: String
  let status: Int32
}
