import PlanNotation

/// Holds a value that was read against its notation, which reads back as the same, and prints as the same again.
func checkPrinting<Value: Equatable>(
  of value: Value, _ print: (Value) -> String, _ read: (String) throws(NotationError) -> Value
) throws(Violation) {
  let printed = print(value)
  // Canonical notation may be longer than what was written, and then too long.
  guard printed.utf8.count <= 65_536 else { return }
  let again: Value
  do {
    again = try read(printed)
  } catch {
    throw Violation("what was printed is refused: \(error) \(printed.debugDescription)")
  }
  try require(again == value, "read back as another: \(printed.debugDescription)")
  try require(print(again) == printed, "printed in another way: \(printed.debugDescription)")
}
