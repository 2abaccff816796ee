/// Returns whether a program may print colours to a stream: only to a terminal, unless the terminal is dumb or NO_COLOR
/// is set and not empty (https://no-color.org).
package func allowsColours(onTerminal isTerminal: Bool, environment: [String: String]) -> Bool {
  isTerminal && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
}
