#include <stdlib.h>

#include "width.h"

/* Runs before the testing library reads its environment, also for plain `swift test`. */
__attribute__((constructor)) static void limitWidth(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", TEST_WIDTH, 0);
}
