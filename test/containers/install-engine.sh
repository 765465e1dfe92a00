#!/usr/bin/env bash
# Makes sure that a container engine answers: on Debian and Ubuntu, where none does, it installs Podman, which needs no daemon.
# Run it as root (or with sudo). It changes nothing where docker or podman answers already.
set -uo pipefail

# Not at home in a container or a CI machine, so it is told here: a runtime that takes every layout of cgroups, no network unless
# a container asks for one, and limits that are no higher than those a container was itself given.
readonly CONF=/etc/containers/containers.conf.d/understudy-tests.conf

main() {
  if answers; then
    echo "A container engine answers: $(engine_version)"
    return
  fi
  if ! command -v podman >/dev/null; then retry install || return 1; fi
  configure
  answers && echo "Installed a container engine: $(engine_version)"
}

answers() {
  engine_version >/dev/null
}

engine_version() {
  local name version
  for name in docker podman; do
    version=$(timeout 10 "$name" version --format '{{.Server.Version}}' 2>/dev/null </dev/null) || continue
    echo "$name $version"
    return
  done
  return 1
}

install() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq &&
    apt-get install -y -qq --no-install-recommends \
      podman runc buildah fuse-overlayfs netavark iptables uidmap catatonit >/dev/null
}

# Mirrors fail, and another apt may hold the lock for a while.
retry() {
  local attempt
  for attempt in 1 2 3 4; do
    "$@" && return
    echo "Attempt $attempt to $* failed" >&2
    sleep $((attempt * 10))
  done
  return 1
}

configure() {
  mkdir -p "${CONF%/*}"
  cat >"$CONF" <<'SETTINGS'
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
netns = "none"
[engine]
runtime = "runc"
SETTINGS
}

main
