// Makes sd_journal_sendv a function. By default, sd_journal_sendv is a macro with arguments, which Swift does not
// import, and adds the C file and line. The journal handler sends the Swift file and line itself.
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
