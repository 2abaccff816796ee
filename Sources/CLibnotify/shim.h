#include <gio/gio.h>
#include <libnotify/notify.h>

/* g_signal_connect_data(3) for the signal "closed": Swift can cast no function to GCallback. */
static inline gulong clibnotify_connect_closed(NotifyNotification *notification,
                                               void (*closed)(NotifyNotification *, gpointer),
                                               gpointer data, GClosureNotify release) {
  return g_signal_connect_data(notification, "closed", G_CALLBACK(closed), data, release, (GConnectFlags)0);
}
