#!/usr/bin/env bash
# Makes sure that a browser is there: on Debian it installs Chromium. Run it as root (or with sudo). The tests start it without a
# window, on pages of our own alone.
set -uo pipefail

main() {
  if ! have_browser; then retry install || return 1; fi
  chromium --version
}

have_browser() {
  command -v chromium >/dev/null
}

install() {
  export DEBIAN_FRONTEND=noninteractive
  # One source of several that fails need not be the one of this.
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends chromium >/dev/null
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
