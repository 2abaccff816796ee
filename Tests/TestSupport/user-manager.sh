# user-manager.sh outside FOLDER USER ROOT: runs a private journal and systemd user manager until standard input ends.
#
# USER is the user ID of the manager. If the machine has no account with this ID, the namespaces get an account. ROOT is
# the root folder of the system that contains both programs: / or another installation.
#
# The journal and the manager run in namespaces for mounts and processes. The first process in the namespaces runs this
# script with `inside`, and then, in ROOT, with `system`. When this process ends, the kernel kills all other processes
# in the namespaces. All files of the manager are in FOLDER, and its control groups are in a private group of version 2,
# the only version that systemd 258 and later support.
#
# The journal starts first, and the manager starts after a line on standard input. Both send sd_notify(3) messages to
# the datagram socket FOLDER/notify. FOLDER/pid contains the ID of the process whose namespaces other programs enter.
# This ID is valid outside of the namespaces.

set -u
folder=$2
user=$3
root=$4

# On a machine with control groups of both versions, those of version 2 are in a subfolder.
groups=/sys/fs/cgroup
if [ -e "$groups/unified" ]; then groups=$groups/unified; fi
group=$groups/${folder##*/}

outside() {
  # After SIGTERM, this process still waits for the end of the namespaces, and then cleans up. The namespaces end when
  # standard input ends.
  trap : TERM
  chown -R "$user" "$folder"
  # Without writable control groups of version 2, the manager stays in the group of the tests.
  if [ -e "$groups/cgroup.controllers" ] && mkdir "$group"; then chown -R "$user" "$group"; fi
  unshare --mount --pid --fork --kill-child sh "$0" inside "$folder" "$user" "$root"
  if [ -e "$group" ]; then find "$group" -depth -type d -exec rmdir {} + 2>/dev/null; fi
  # The process that started this script also removes the folder, unless that process was killed.
  rm -rf "$folder"
  exit 0
}

inside() {
  if [ -e "$group" ]; then echo 0 > "$group/cgroup.procs"; fi
  # systemd uses version 2 only if it is mounted here.
  if [ "$groups" != /sys/fs/cgroup ]; then mount --bind "$groups" /sys/fs/cgroup; fi
  # Here, /proc is still the /proc of the outer namespace.
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
  # libsystemd uses the first folder to detect systemd. The session manager of PipeWire ends if it cannot watch the folders
  # of logind.
  mkdir -p /run/systemd/seats /run/systemd/sessions /run/systemd/users /run/systemd/machines
  mkdir -p /run/systemd/system /run/systemd/journald.conf.d
  printf '%s\n' '[Journal]' Storage=volatile RateLimitIntervalSec=0 ForwardToSyslog=no ReadKMsg=no \
    > /run/systemd/journald.conf.d/test.conf

  # FOLDER is mounted at paths outside of /tmp, because units can make /tmp private. The manager of a user other than
  # root expects its runtime folder at a fixed path.
  mkdir -p /run/manager "/run/user/$user"
  mount --bind "$folder" /run/manager
  mount --bind "$folder/run" "/run/user/$user"
  # The units of other notification servers are masked, because two units with the same bus name are an error.
  units=/usr/lib/systemd/user
  mkdir -p "/run/user/$user/systemd/user"
  chown -R "$user" "/run/user/$user/systemd"
  for unit in $(grep --files-with-matches '^BusName=org.freedesktop.Notifications' "$units"/*.service); do
    case $unit in
      */dunst.service) ;;
      *) ln -s /dev/null "/run/user/$user/systemd/user/${unit##*/}" ;;
    esac
  done
  # The manager of a machine creates a folder for units with their own root or mounts: unit-root
  # in systemd 252, mount-rootfs in systemd 257.
  mkdir /run/systemd/unit-root /run/systemd/mount-rootfs
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
