import Glibc

/// Whether this program may use a terminal now, by tcgetpgrp(3): not while a shell has it in the background.
///
/// What is no terminal, none of this session's, or just going away has no shell that would mind.
func isInForeground(on descriptor: CInt) -> Bool {
  let group = tcgetpgrp(descriptor)
  return group <= 0 || group == getpgrp()
}
