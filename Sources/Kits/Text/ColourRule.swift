/// Whether a program may colour its output.
///
/// Output may be coloured on a terminal, unless the environment variable `TERM` is `dumb` or `NO_COLOR` is not empty; see
/// https://no-color.org.
package func mayColour(isTerminal: Bool, environment: [String: String]) -> Bool {
  isTerminal && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
}
