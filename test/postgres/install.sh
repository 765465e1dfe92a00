#!/usr/bin/env bash
# Makes sure that the programs of a PostgreSQL server are there: on Debian and Ubuntu it installs them. Run it as root (or with sudo).
# The tests start a server of their own, in a temporary folder; none is started or set up here.
set -uo pipefail

# Else the system's package would set up and start one.
readonly CONF=/etc/postgresql-common/createcluster.conf
readonly NO_CLUSTER='create_main_cluster = false # while the tests of understudy are set up'

main() {
  if ! have_server; then retry install || return 1; fi
  "$(server_programs)/postgres" --version
}

have_server() {
  [ -n "$(server_programs)" ]
}

# The newest of those that Debian puts side by side, else what is on PATH.
server_programs() {
  local found
  found=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | while read -r folder; do
    [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ] && echo "$folder"
  done | tail -n 1)
  [ -n "$found" ] || found=$(dirname "$(command -v initdb)" 2>/dev/null | grep /)
  echo "$found"
}

install() {
  export DEBIAN_FRONTEND=noninteractive
  # One source of several that fails need not be the one of this.
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends postgresql-common >/dev/null || return 1
  mkdir -p "${CONF%/*}"
  echo "$NO_CLUSTER" >>"$CONF"
  apt-get install -y -qq --no-install-recommends postgresql >/dev/null
  local status=$?
  sed -i "/^$NO_CLUSTER\$/d" "$CONF"
  return "$status"
}

# Mirrors fail, and another apt may hold the lock for a while.
retry() {
  local attempt
  for attempt in 1 2 3 4; do
    "$@" && return
    echo "Attempt $attempt to $* failed" >&2
    [ "$attempt" = 4 ] || sleep $((attempt * 10))
  done
  return 1
}

main
