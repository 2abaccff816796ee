/// A kind of value that can stand alone.
package enum ValueKind: String, Sendable {
  case time
  case distance
  case pace
}
