#!/bin/sh
# install.sh [--uninstall]: installs intervald for yourself in ~/.local, or removes it.
#
# The script works from any folder. PREFIX=/usr/local, as root, installs intervald for all users.
set -eu

case ${1-} in
  '') step=install ;;
  --uninstall) step=uninstall ;;
  -h | --help) sed -n 's/^# \{0,1\}//; 2,4p' "$0"; exit ;;
  *)
    echo "error: unknown option '$1'" >&2
    echo "hint: run '$0', or '$0 --uninstall'" >&2
    exit 64 ;;
esac
if [ "$(id -u)" = 0 ] && [ -z "${PREFIX-}" ]; then
  echo 'error: as root, this script would install intervald for root only' >&2
  echo "hint: to install it for yourself, run '$0' without sudo" >&2
  echo "hint: to install it for all users, run 'sudo PREFIX=/usr/local $0'" >&2
  exit 77
fi
typed=$0
cd "$(dirname "$0")"
if [ ! -x bin/intervalctl ]; then
  echo 'error: the programs are missing; run this script in the unpacked archive of a release' >&2
  exit 66
fi
PREFIX=${PREFIX-$HOME/.local}

# The completions are printed by intervalctl, which must therefore run on this machine.
missing=$(ldd bin/intervald bin/intervalctl 2> /dev/null | sed -n 's/^\t\(.*\) => not found$/\1/p' | sort -u | tr '\n' ' ')
if [ "$step" = install ] && [ -n "$missing" ]; then
  echo "error: libraries are missing: ${missing% }" >&2
  echo 'hint: on Debian and Ubuntu, run: sudo apt-get install libnotify4 libcanberra0 libspeechd2 libexpat1' >&2
  exit 69
fi
if [ "$step" = install ] && ! bin/intervalctl --version > /dev/null; then
  echo 'error: the programs do not run on this system; they require glibc 2.36 or later' >&2
  exit 69
fi
if [ "$step" = uninstall ] && command -v systemctl > /dev/null; then
  # These commands fail without a user manager, or if the units are not enabled.
  systemctl --user disable --now intervald.socket 2> /dev/null || true
  systemctl --user stop intervald.service 2> /dev/null || true
fi

echo "$step: $PREFIX"
PREFIX=$PREFIX DESTDIR=${DESTDIR-} BUILT=bin STRIP=no .ci/files "$step"
case $step in
  install)
    case :$PATH: in
      *:"$PREFIX/bin":*) ;;
      *) echo "note: $PREFIX/bin is not in PATH; log in again, or add it in your shell's profile" ;;
    esac
    echo 'To try it, run: intervalctl doctor && intervalctl start --watch tabata'
    echo "To remove it, run: $typed --uninstall" ;;
  uninstall) echo 'Your settings and your history remain in ~/.config/intervald and ~/.local/state/intervald.' ;;
esac
