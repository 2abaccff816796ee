#include <gio/gio.h>
#include <libnotify/notify.h>
/* What the Glibc module of Swift leaves out. */
#include <sys/eventfd.h>

/* g_signal_connect_data(3) for the signal "closed": Swift can cast no function to GCallback. */
static inline gulong clibnotify_connect_closed(NotifyNotification *notification,
                                               void (*closed)(NotifyNotification *, gpointer),
                                               gpointer data, GClosureNotify release) {
  return g_signal_connect_data(notification, "closed", G_CALLBACK(closed), data, release, (GConnectFlags)0);
}

/* g_object_get(3), which is variadic: the number that the server gave to a notification. */
static inline gint clibnotify_number(NotifyNotification *notification) {
  gint number = 0;
  g_object_get(notification, "id", &number, NULL);
  return number;
}

/* g_object_set(3), likewise: the number of a notification that is on the screen already. */
static inline void clibnotify_set_number(NotifyNotification *notification, gint number) {
  g_object_set(notification, "id", number, NULL);
}

/* Flags of GIO. From GLib 2.88 Swift imports their types as option sets, and the constants under other names. */
static const GBusNameWatcherFlags clibnotify_watcher_none = G_BUS_NAME_WATCHER_FLAGS_NONE;
static const GDBusCallFlags clibnotify_call_none = G_DBUS_CALL_FLAGS_NONE;
static const GDBusCallFlags clibnotify_call_no_auto_start = G_DBUS_CALL_FLAGS_NO_AUTO_START;
static const GDBusConnectionFlags clibnotify_connection_to_bus =
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION;
static const guint32 clibnotify_name_do_not_queue = G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE;
