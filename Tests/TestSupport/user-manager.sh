# user-manager.sh outside FOLDER: runs a journal and a systemd user manager of their own until standard input ends.
#
# Both live in namespaces for mounts and processes, whose first process is this script run as `inside`. When that ends the
# kernel kills everything else in there. The manager's files are all in FOLDER, its control groups in one of its own.
#
# They report to the datagram socket FOLDER/notify, as sd_notify(3) has it: first the journal, and, after a line on
# standard input, the manager. FOLDER/pid gets the id, as seen from outside, of the process whose namespaces to enter.

set -u
folder=$2

groups() {
  for hierarchy in /sys/fs/cgroup/systemd /sys/fs/cgroup/unified /sys/fs/cgroup; do
    if [ -e "$hierarchy/cgroup.procs" ]; then echo "$hierarchy/${folder##*/}"; fi
  done
}

outside() {
  # Told to end, it still waits for the inside to end, which it does with standard input, and cleans up.
  trap : TERM
  # A machine without control groups to write to has none that need cleaning.
  # shellcheck disable=SC2046
  mkdir $(groups) 2>/dev/null
  unshare --mount --pid --fork --kill-child sh "$0" inside "$folder"
  # shellcheck disable=SC2046
  find $(groups) -depth -type d -exec rmdir {} + 2>/dev/null
  exit 0
}

inside() {
  for group in $(groups); do echo 0 > "$group/cgroup.procs"; done
  # This /proc is still the one from outside.
  read -r pid rest < /proc/self/stat
  echo "$pid" > "$folder/pid"
  mount -t proc proc /proc
  mount -t tmpfs tmpfs /run
  mount -t tmpfs tmpfs /var/log
  # libsystemd takes this folder for the sign that systemd runs the machine.
  mkdir -p /run/systemd/system /run/systemd/journald.conf.d
  printf '%s\n' '[Journal]' Storage=volatile RateLimitIntervalSec=0 ForwardToSyslog=no ReadKMsg=no \
    > /run/systemd/journald.conf.d/test.conf

  NOTIFY_SOCKET="$folder/notify" /lib/systemd/systemd-journald < /dev/null &
  read -r _
  NOTIFY_SOCKET="$folder/notify" /lib/systemd/systemd --user --log-target=journal < /dev/null &
  while read -r _; do :; done
}

exec > "$folder/log" 2>&1
"$1"
