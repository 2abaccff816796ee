#include <stdlib.h>

#include "width.h"

/* Runs before the testing library reads the environment, even with plain `swift test`. */
__attribute__((constructor)) static void limitWidth(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", TEST_WIDTH, 0);
}
