/// Reads a time that stands alone, of up to 99:59:59.
package func readDuration(_ text: String) throws(NotationError) -> Duration {
  var scanner = try Scanner(text)
  scanner.skipSpaces()
  let duration = try scanner.duration()
  scanner.skipSpaces()
  guard scanner.next == nil else { throw scanner.unexpected("nothing behind the time") }
  return duration
}
