# user-manager.sh outside FOLDER USER ROOT: runs a journal and a systemd user manager of their own until standard input
# ends.
#
# USER is the number of the user whose manager it is; one that the machine does not know gets a name in there. ROOT is
# the folder of the system that both belong to: /, or one that was installed elsewhere.
#
# They live in namespaces for mounts and processes, whose first process is this script run as `inside`, and in ROOT as
# `system`. When that ends the kernel kills everything else in there. The manager's files are all in FOLDER, its control
# groups in one of its own.
#
# They report to the datagram socket FOLDER/notify, as sd_notify(3) has it: first the journal, and, after a line on
# standard input, the manager. FOLDER/pid gets the id, as seen from outside, of the process whose namespaces to enter.

set -u
folder=$2
user=$3
root=$4

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
  # shellcheck disable=SC2046
  chown -R "$user" "$folder" $(groups)
  unshare --mount --pid --fork --kill-child sh "$0" inside "$folder" "$user" "$root"
  # shellcheck disable=SC2046
  find $(groups) -depth -type d -exec rmdir {} + 2>/dev/null
  # Whoever started this may have been killed.
  rm -rf "$folder"
  exit 0
}

inside() {
  for group in $(groups); do echo 0 > "$group/cgroup.procs"; done
  # This /proc is still the one from outside.
  read -r pid rest < /proc/self/stat
  echo "$pid" > "$folder/pid"
  mount -t proc proc /proc
  if [ "$root" != / ]; then
    for place in dev sys proc; do mount --rbind "/$place" "$root/$place"; done
    mount -t tmpfs tmpfs "$root/tmp"
    mkdir "$root$folder"
    mount --bind "$folder" "$root$folder"
  fi
  exec chroot "$root" sh "$folder/manager.sh" system "$folder" "$user" "$root"
}

system() {
  mount -t tmpfs tmpfs /run
  mount -t tmpfs tmpfs /var/log
  # libsystemd takes this folder for the sign that systemd runs the machine.
  mkdir -p /run/systemd/system /run/systemd/journald.conf.d
  printf '%s\n' '[Journal]' Storage=volatile RateLimitIntervalSec=0 ForwardToSyslog=no ReadKMsg=no \
    > /run/systemd/journald.conf.d/test.conf

  # Ways to the folder that do not lead through /tmp, which units can have for themselves. A manager that is not root's
  # takes for granted where its socket folder is.
  mkdir -p /run/manager "/run/user/$user"
  mount --bind "$folder" /run/manager
  mount --bind "$folder/run" "/run/user/$user"
  # What the machine's manager makes sooner or later, for units with a root or mounts of their own.
  mkdir /run/systemd/unit-root
  # The bus asks for a name.
  if ! getent passwd "$user" > /dev/null; then
    { cat /etc/passwd; echo "runner:x:$user:$user::$folder/home:/bin/sh"; } > /run/passwd
    mount --bind /run/passwd /etc/passwd
  fi

  NOTIFY_SOCKET="$folder/notify" /lib/systemd/systemd-journald < /dev/null &
  read -r _
  NOTIFY_SOCKET="$folder/notify" setpriv --reuid "$user" --regid "$user" --clear-groups \
    /lib/systemd/systemd --user --log-target=journal < /dev/null &
  while read -r _; do :; done
}

exec >> "$folder/log" 2>&1
"$1"
