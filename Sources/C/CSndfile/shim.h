/* Types and constants alone: nothing is linked. The functions are found by dlsym(3), when a command needs them, so that
   the others do not wait for ten libraries at their start; of these types, which the headers hold them to. */
#include <samplerate.h>
#include <sndfile.h>

typedef __typeof__(&sf_open_virtual) csndfile_open_virtual;
typedef __typeof__(&sf_close) csndfile_close;
typedef __typeof__(&sf_error) csndfile_error;
typedef __typeof__(&sf_strerror) csndfile_strerror;
typedef __typeof__(&sf_command) csndfile_command;
typedef __typeof__(&sf_set_string) csndfile_set_string;
typedef __typeof__(&sf_seek) csndfile_seek;
typedef __typeof__(&sf_readf_float) csndfile_readf_float;
typedef __typeof__(&sf_writef_float) csndfile_writef_float;

typedef __typeof__(&src_new) csndfile_src_new;
typedef __typeof__(&src_delete) csndfile_src_delete;
typedef __typeof__(&src_process) csndfile_src_process;
typedef __typeof__(&src_strerror) csndfile_src_strerror;
