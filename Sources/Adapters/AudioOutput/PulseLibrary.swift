import CPulse
import DynamicLibraries

/// The functions of libpulse; their names here lack the prefix `pa_`.
///
/// `@safe`: the library stays loaded, so the function pointers are always valid.
@safe struct PulseLibrary {
  let mainloopNew: cpulse_mainloop_new
  let mainloopFree: cpulse_mainloop_free
  let mainloopGetAPI: cpulse_mainloop_get_api
  let mainloopPrepare: cpulse_mainloop_prepare
  let mainloopPoll: cpulse_mainloop_poll
  let mainloopDispatch: cpulse_mainloop_dispatch
  let mainloopWakeup: cpulse_mainloop_wakeup
  let contextNew: cpulse_context_new
  let contextUnref: cpulse_context_unref
  let contextConnect: cpulse_context_connect
  let contextDisconnect: cpulse_context_disconnect
  let contextGetState: cpulse_context_get_state
  let contextGetServerInfo: cpulse_context_get_server_info
  let contextGetSinkInfoByIndex: cpulse_context_get_sink_info_by_index
  let contextGetSinkInputInfoList: cpulse_context_get_sink_input_info_list
  let contextSetSubscribeCallback: cpulse_context_set_subscribe_callback
  let contextSubscribe: cpulse_context_subscribe
  let contextSetSinkInputVolume: cpulse_context_set_sink_input_volume
  let channelMapInitExtend: cpulse_channel_map_init_extend
  let operationUnref: cpulse_operation_unref
  let streamNewWithProplist: cpulse_stream_new_with_proplist
  let streamUnref: cpulse_stream_unref
  let streamConnectPlayback: cpulse_stream_connect_playback
  let streamGetState: cpulse_stream_get_state
  let streamGetIndex: cpulse_stream_get_index
  let streamDisconnect: cpulse_stream_disconnect
  let proplistNew: cpulse_proplist_new
  let proplistFree: cpulse_proplist_free
  let proplistSets: cpulse_proplist_sets
  let proplistGets: cpulse_proplist_gets

  /// Loads the library, unless the library is already loaded.
  init() throws(LibraryError) {
    let library = try SharedLibrary(name: "libpulse.so.0", package: "libpulse0").load()
    unsafe mainloopNew = try library.function("pa_mainloop_new", as: cpulse_mainloop_new.self)
    unsafe mainloopFree = try library.function("pa_mainloop_free", as: cpulse_mainloop_free.self)
    unsafe mainloopGetAPI = try library.function("pa_mainloop_get_api", as: cpulse_mainloop_get_api.self)
    unsafe mainloopPrepare = try library.function("pa_mainloop_prepare", as: cpulse_mainloop_prepare.self)
    unsafe mainloopPoll = try library.function("pa_mainloop_poll", as: cpulse_mainloop_poll.self)
    unsafe mainloopDispatch = try library.function("pa_mainloop_dispatch", as: cpulse_mainloop_dispatch.self)
    unsafe mainloopWakeup = try library.function("pa_mainloop_wakeup", as: cpulse_mainloop_wakeup.self)
    unsafe contextNew = try library.function("pa_context_new", as: cpulse_context_new.self)
    unsafe contextUnref = try library.function("pa_context_unref", as: cpulse_context_unref.self)
    unsafe contextConnect = try library.function("pa_context_connect", as: cpulse_context_connect.self)
    unsafe contextDisconnect = try library.function("pa_context_disconnect", as: cpulse_context_disconnect.self)
    unsafe contextGetState = try library.function("pa_context_get_state", as: cpulse_context_get_state.self)
    unsafe contextGetServerInfo = try library.function(
      "pa_context_get_server_info", as: cpulse_context_get_server_info.self)
    unsafe contextGetSinkInfoByIndex = try library.function(
      "pa_context_get_sink_info_by_index", as: cpulse_context_get_sink_info_by_index.self)
    unsafe contextGetSinkInputInfoList = try library.function(
      "pa_context_get_sink_input_info_list", as: cpulse_context_get_sink_input_info_list.self)
    unsafe contextSetSubscribeCallback = try library.function(
      "pa_context_set_subscribe_callback", as: cpulse_context_set_subscribe_callback.self)
    unsafe contextSubscribe = try library.function(
      "pa_context_subscribe", as: cpulse_context_subscribe.self)
    unsafe contextSetSinkInputVolume = try library.function(
      "pa_context_set_sink_input_volume", as: cpulse_context_set_sink_input_volume.self)
    unsafe channelMapInitExtend = try library.function(
      "pa_channel_map_init_extend", as: cpulse_channel_map_init_extend.self)
    unsafe operationUnref = try library.function("pa_operation_unref", as: cpulse_operation_unref.self)
    unsafe streamNewWithProplist = try library.function(
      "pa_stream_new_with_proplist", as: cpulse_stream_new_with_proplist.self)
    unsafe streamUnref = try library.function("pa_stream_unref", as: cpulse_stream_unref.self)
    unsafe streamConnectPlayback = try library.function(
      "pa_stream_connect_playback", as: cpulse_stream_connect_playback.self)
    unsafe streamGetState = try library.function("pa_stream_get_state", as: cpulse_stream_get_state.self)
    unsafe streamGetIndex = try library.function("pa_stream_get_index", as: cpulse_stream_get_index.self)
    unsafe streamDisconnect = try library.function("pa_stream_disconnect", as: cpulse_stream_disconnect.self)
    unsafe proplistNew = try library.function("pa_proplist_new", as: cpulse_proplist_new.self)
    unsafe proplistFree = try library.function("pa_proplist_free", as: cpulse_proplist_free.self)
    unsafe proplistSets = try library.function("pa_proplist_sets", as: cpulse_proplist_sets.self)
    unsafe proplistGets = try library.function("pa_proplist_gets", as: cpulse_proplist_gets.self)
  }
}
