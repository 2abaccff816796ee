/* The module contains only types and constants, and links no library. A command that needs the functions finds them
   with dlsym(3), so that other commands do not load ten libraries when they start. Each type below is the type of a
   function that the headers declare. */
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
