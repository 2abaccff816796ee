# user-manager.sh outside FOLDER USER ROOT: runs a private journal and systemd user manager until standard input ends.
#
# USER is the user ID of the manager. If the machine has no account for it, the namespaces get one. ROOT is the root
# folder of the system from which both programs are taken: / or another installation.
#
# Both run in namespaces for mounts and processes. The first process there is this script as `inside`, which then runs
# it in ROOT as `system`. When that process ends, the kernel kills all others. All files of the manager are in FOLDER,
# and its control groups are in a private group.
#
# They send sd_notify(3) messages to the datagram socket FOLDER/notify: first the journal, and the manager after a line
# on standard input. FOLDER/pid contains the outer process ID of the process whose namespaces to enter.

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
  # After SIGTERM, this process still waits for the namespaces, which end with standard input, and then cleans up.
  trap : TERM
  # This fails on a machine without writable control groups, which do not have to be removed then.
  # shellcheck disable=SC2046
  mkdir $(groups) 2>/dev/null
  # shellcheck disable=SC2046
  chown -R "$user" "$folder" $(groups)
  unshare --mount --pid --fork --kill-child sh "$0" inside "$folder" "$user" "$root"
  # shellcheck disable=SC2046
  find $(groups) -depth -type d -exec rmdir {} + 2>/dev/null
  # The process that started this one may have been killed.
  rm -rf "$folder"
  exit 0
}

inside() {
  for group in $(groups); do echo 0 > "$group/cgroup.procs"; done
  # This /proc is still that of the outer namespace.
  read -r pid rest < /proc/self/stat
  echo "$pid" > "$folder/pid"
  mount -t proc proc /proc
  if [ "$root" != / ]; then
    for name in dev sys proc; do mount --rbind "/$name" "$root/$name"; done
    mount -t tmpfs tmpfs "$root/tmp"
    mkdir "$root$folder"
    mount --bind "$folder" "$root$folder"
  fi
  exec chroot "$root" sh "$folder/manager.sh" system "$folder" "$user" "$root"
}

system() {
  mount -t tmpfs tmpfs /run
  mount -t tmpfs tmpfs /var/log
  # libsystemd uses the first folder to detect systemd.
  mkdir -p /run/systemd/system /run/systemd/journald.conf.d
  printf '%s\n' '[Journal]' Storage=volatile RateLimitIntervalSec=0 ForwardToSyslog=no ReadKMsg=no \
    > /run/systemd/journald.conf.d/test.conf

  # These paths to the folder do not contain /tmp, which units can make private. The manager of a user other than root
  # expects its runtime folder at a fixed path.
  mkdir -p /run/manager "/run/user/$user"
  mount --bind "$folder" /run/manager
  mount --bind "$folder/run" "/run/user/$user"
  # The manager of a machine creates this folder for units with their own root or mounts.
  mkdir /run/systemd/unit-root
  # The bus requires a user name.
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
