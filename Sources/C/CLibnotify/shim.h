/* GLib's types are those of the module CGio, so that a file can use both. */
#include "../CGio/shim.h"
#include <libnotify/notify.h>

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
