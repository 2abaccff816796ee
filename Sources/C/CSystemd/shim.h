// Without this, sd_journal_sendv is a macro that adds CODE_FILE and CODE_LINE of the C file, and Swift sees no macros
// with arguments. The journal handler sends the Swift file and line itself.
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
