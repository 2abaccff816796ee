import Fuzzing
import Glibc

// libFuzzer has a `main` of its own, which calls these two; `.ci/fuzz` starts it. See llvm.org/docs/LibFuzzer.html.

/// Before the first unit: all the long texts, which no mutation would come to.
@c(LLVMFuzzerInitialize) package func initialize(
  _ argumentCount: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  for (name, text) in unit.target.longTexts { unit.run(text, called: name) }
  atexit { unit.report() }
  return 0
}

/// One unit.
@c(LLVMFuzzerTestOneInput) package func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // libFuzzer gives `count` bytes, which stay as they are for the length of the call.
  unit.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let unit = Unit()
