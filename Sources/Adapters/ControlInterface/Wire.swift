/// The values of `org.intervald.Workout` as they travel: the types that the interface declares, member for member.
///
/// Durations are whole milliseconds, distances metres, paces metres per second; a deadline is a CLOCK_MONOTONIC reading
/// in nanoseconds. What is nil is left out when encoded, and may be null or absent when decoded.
package enum Wire {}
