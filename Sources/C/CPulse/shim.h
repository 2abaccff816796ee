/* The module contains only types and constants, and links no library: libpulse would load twenty other libraries into
   an idle daemon. The daemon finds the functions with dlsym(3) when a workout needs them. At that time, the driver of
   libcanberra has loaded the same library. Each type below is the type of a function that the headers declare. */
#include <pulse/pulseaudio.h>

typedef __typeof__(&pa_mainloop_new) cpulse_mainloop_new;
typedef __typeof__(&pa_mainloop_free) cpulse_mainloop_free;
typedef __typeof__(&pa_mainloop_get_api) cpulse_mainloop_get_api;
typedef __typeof__(&pa_mainloop_prepare) cpulse_mainloop_prepare;
typedef __typeof__(&pa_mainloop_poll) cpulse_mainloop_poll;
typedef __typeof__(&pa_mainloop_dispatch) cpulse_mainloop_dispatch;
typedef __typeof__(&pa_mainloop_wakeup) cpulse_mainloop_wakeup;

typedef __typeof__(&pa_context_new) cpulse_context_new;
typedef __typeof__(&pa_context_unref) cpulse_context_unref;
typedef __typeof__(&pa_context_connect) cpulse_context_connect;
typedef __typeof__(&pa_context_disconnect) cpulse_context_disconnect;
typedef __typeof__(&pa_context_get_state) cpulse_context_get_state;
typedef __typeof__(&pa_context_get_server_info) cpulse_context_get_server_info;
typedef __typeof__(&pa_context_get_sink_info_by_index) cpulse_context_get_sink_info_by_index;
typedef __typeof__(&pa_context_get_sink_input_info_list) cpulse_context_get_sink_input_info_list;
typedef __typeof__(&pa_context_set_subscribe_callback) cpulse_context_set_subscribe_callback;
typedef __typeof__(&pa_context_subscribe) cpulse_context_subscribe;
typedef __typeof__(&pa_context_set_sink_input_volume) cpulse_context_set_sink_input_volume;
typedef __typeof__(&pa_channel_map_init_extend) cpulse_channel_map_init_extend;
typedef __typeof__(&pa_operation_unref) cpulse_operation_unref;

typedef __typeof__(&pa_stream_new_with_proplist) cpulse_stream_new_with_proplist;
typedef __typeof__(&pa_stream_unref) cpulse_stream_unref;
typedef __typeof__(&pa_stream_connect_playback) cpulse_stream_connect_playback;
typedef __typeof__(&pa_stream_get_state) cpulse_stream_get_state;
typedef __typeof__(&pa_stream_get_index) cpulse_stream_get_index;
typedef __typeof__(&pa_stream_disconnect) cpulse_stream_disconnect;

typedef __typeof__(&pa_proplist_new) cpulse_proplist_new;
typedef __typeof__(&pa_proplist_free) cpulse_proplist_free;
typedef __typeof__(&pa_proplist_sets) cpulse_proplist_sets;
typedef __typeof__(&pa_proplist_gets) cpulse_proplist_gets;
