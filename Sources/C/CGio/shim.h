/* GLib and GIO, which provide the connections to message buses. */
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>

/* Creates a connection, which is not open yet: g_object_new(3), a variadic function that Swift cannot call. */
static inline GDBusConnection *cgio_connection_new(const gchar *address, gboolean is_bus) {
  GDBusConnectionFlags flags = G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT;
  if (is_bus) flags |= G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION;
  return (GDBusConnection *)g_object_new(G_TYPE_DBUS_CONNECTION, "address", address, "flags", flags, NULL);
}

/* Opens a connection: g_initable_init(3), which Swift cannot call because it cannot cast to GInitable. */
static inline gboolean cgio_connection_open(GDBusConnection *connection, GCancellable *cancellable, GError **error) {
  return g_initable_init(G_INITABLE(connection), cancellable, error);
}

/* Connects a function to the signal "closed": g_signal_connect_data(3). Swift cannot cast a function to GCallback. */
static inline gulong cgio_connect_closed(GDBusConnection *connection,
                                         void (*closed)(GDBusConnection *, gboolean, GError *, gpointer),
                                         gpointer data, GClosureNotify release) {
  return g_signal_connect_data(connection, "closed", G_CALLBACK(closed), data, release, (GConnectFlags)0);
}

/* Sets the callback of a source from g_unix_fd_source_new(3): g_source_set_callback(3), with a cast to GSourceFunc. */
static inline void cgio_set_descriptor_callback(GSource *source, GUnixFDSourceFunc callback, gpointer data,
                                                GDestroyNotify release) {
  g_source_set_callback(source, (GSourceFunc)(void (*)(void))callback, data, release);
}

/* Flags of GIO, under names that do not depend on the version of GLib: from 2.88 on, Swift imports the types of the
   flags as option sets, and the constants under other names. */
static const GBusNameWatcherFlags cgio_watcher_none = G_BUS_NAME_WATCHER_FLAGS_NONE;
static const GDBusMessageFlags cgio_message_none = G_DBUS_MESSAGE_FLAGS_NONE;
static const GDBusMessageFlags cgio_message_no_auto_start = G_DBUS_MESSAGE_FLAGS_NO_AUTO_START;
static const GDBusSendMessageFlags cgio_send_none = G_DBUS_SEND_MESSAGE_FLAGS_NONE;
static const GDBusSignalFlags cgio_signal_none = G_DBUS_SIGNAL_FLAGS_NONE;
static const GDBusSignalFlags cgio_signal_namespace = G_DBUS_SIGNAL_FLAGS_MATCH_ARG0_NAMESPACE;
static const guint32 cgio_name_do_not_queue = G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE;
