/// A text of exactly `length` bytes at most, 64 KiB unless told: as many of `unit` as fit between head and tail.
func longText(_ unit: String, head: String = "", tail: String = "", length: Int = 65_536) -> [UInt8] {
  let count = (length - head.utf8.count - tail.utf8.count) / unit.utf8.count
  return Array((head + String(repeating: unit, count: count) + tail).utf8)
}
