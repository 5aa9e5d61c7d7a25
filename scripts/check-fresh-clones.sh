#!/usr/bin/env bash
# Starts Daybook from fresh clones in three folders: a folder that every user can access, a folder in root's home directory,
# and a folder of an ordinary user. Each clone has no node_modules and disables npm's install scripts. Checks npm start, the
# printed curl command, kill -9, another start and SIGTERM. The first two folders need root. Each folder takes about a minute,
# so npm test does not run this script.
#   scripts/check-fresh-clones.sh [NAME_OF_USER]     (default: nobody)
set -euo pipefail
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
user=${1:-nobody}
work=$(mktemp -d)
chmod 755 "$work"
server=
cleanup() {
  [[ -z $server ]] || kill -TERM "$server" 2>/dev/null || true
  wait || true
  for pointer in "$work"/*/daybook/data/database-folder.txt "$work"/*/*/daybook/data/database-folder.txt; do
    [[ -f $pointer ]] && rm -rf "$(cat "$pointer")"
  done
  rm -rf "$work"
}
trap cleanup EXIT

# Copies all committed and uncommitted files, without node_modules and data, into a folder.
clone() {
  mkdir -p "$1"
  (cd "$project" && git ls-files -z --cached --others --exclude-standard | tar --null -T - -c --ignore-failed-read) | tar -x -C "$1"
}

# start COMMAND… : runs COMMAND in $clone in the background and waits until $log contains the ready message.
start() {
  # Appends to the log, because a killed process may still write to it and would otherwise leave a gap at its old offset.
  : >"$log"
  (cd "$clone" && exec env npm_config_ignore_scripts=true PORT=0 "$@" >>"$log" 2>&1) &
  server=$!
  for ((tries = 0; tries < 1200; tries++)); do
    grep -q 'ready at http' "$log" && return
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
  done
  echo "It did not start:" && cat "$log"
  return 1
}

check() {
  local name=$1 clone=$2
  shift 2
  local log=$clone/../log began=$SECONDS
  echo "▸ $name ($clone)"
  start "$@" npm start
  local line key
  line=$(grep -o 'curl .*' "$log")
  key=$(grep -o 'dbk_[0-9A-Za-z]*' "$log" | head -1)
  [[ $(eval "${line/curl/curl -s -o /dev/null -w '%\{http_code\}'}") == 200 ]] || { echo "The printed line failed: $line"; return 1; }
  echo "  answered after $((SECONDS - began)) s: ${line//$key/dbk_…}"
  grep -i 'instead\|Installed' "$log" | sed 's/^/  /' || true
  kill -KILL "$server" && wait "$server" 2>/dev/null || true
  start "$@" npm start
  local address
  address=$(grep -o 'http://[0-9.:]*' "$log" | head -1)
  [[ $(curl -s -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $key" "$address/api/v1/me") == 200 ]] || { echo "After kill -9 the key is gone."; return 1; }
  kill -TERM "$server"
  wait "$server" || true
  server=
  for ((tries = 0; tries < 100; tries++)); do
    pgrep -f "$clone/" >/dev/null || break
    sleep 0.1
  done
  if pgrep -af "$clone/"; then echo "These processes were left behind."; return 1; fi
  echo "✓ $name: kill -9, another start, SIGTERM; nothing left behind"
}

if [[ $(id -u) == 0 ]]; then
  clone "$work/open/daybook"
  chmod 755 "$work/open" "$work/open/daybook"
  check "root, in a folder open to all" "$work/open/daybook"

  mkdir -p "$work/home/root"
  chmod 700 "$work/home/root"
  clone "$work/home/root/daybook"
  check "root, below a home of mode 0700" "$work/home/root/daybook"

  mkdir -p "$work/user/home"
  clone "$work/user/daybook"
  chown -R "$user" "$work/user"
  check "the user $user" "$work/user/daybook" \
    setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups env "HOME=$work/user/home"
else
  mkdir -p "$work/user"
  clone "$work/user/daybook"
  check "the user $(id -un)" "$work/user/daybook"
fi
