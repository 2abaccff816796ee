#include <expat.h>

/* Returns the line that the parser reads, counted from 1. Expat 2.9 deprecates the function of the older versions. */
static inline unsigned long long cexpat_current_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
  return XML_GetCurrentLineNumber64(parser);
#else
  return XML_GetCurrentLineNumber(parser);
#endif
}
