/* The types of GLib come from the module CGio, so that a Swift file can import CGio and CLibnotify. */
#include "../CGio/shim.h"
#include <libnotify/notify.h>

static inline void clibnotify_ignore(const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data) {
  (void)domain, (void)level, (void)text, (void)data;
}

/* Drops the warnings of libnotify: g_log_set_handler(3). A server can cause any number of warnings, for example by
   reporting actions that a notification does not have. */
static inline void clibnotify_drop_warnings(void) {
  g_log_set_handler("libnotify", G_LOG_LEVEL_WARNING, clibnotify_ignore, NULL);
}

/* Connects a function to the signal "closed": g_signal_connect_data(3). Swift cannot cast a function to GCallback. */
static inline gulong clibnotify_connect_closed(NotifyNotification *notification,
                                               void (*closed)(NotifyNotification *, gpointer),
                                               gpointer data, GClosureNotify release) {
  return g_signal_connect_data(notification, "closed", G_CALLBACK(closed), data, release, (GConnectFlags)0);
}

/* The number that the server gave to a notification: g_object_get(3), a variadic function that Swift cannot call. */
static inline gint clibnotify_number(NotifyNotification *notification) {
  gint number = 0;
  g_object_get(notification, "id", &number, NULL);
  return number;
}

/* Sets the number of a notification that is already on the screen: g_object_set(3), which is also variadic. */
static inline void clibnotify_set_number(NotifyNotification *notification, gint number) {
  g_object_set(notification, "id", number, NULL);
}
