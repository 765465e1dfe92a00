#!/usr/bin/env bash
# Makes sure that a container engine works: on Debian and Ubuntu, where none does, it installs Podman, which needs no daemon, and
# configures it. Run it as root (or with sudo). It changes nothing where docker answers, or podman runs a container.
set -uo pipefail

# Not at home in a container or a CI machine, so it is told here: a runtime that takes every layout of cgroups, no network unless
# a container asks for one, and limits that are no higher than those a container was itself given.
readonly CONF=/etc/containers/containers.conf.d/understudy-tests.conf

main() {
  local version
  if ! works; then
    if ! command -v podman >/dev/null; then retry install || return 1; fi
    can_run || configure
    # Podman may be there without what it needs.
    can_run || retry install
  fi
  version=$(engine_version) && echo "A container engine answers: $version"
}

works() {
  case $(engine_version) in
    docker*) ;;
    podman*) can_run ;;
    *) return 1 ;;
  esac
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

# Podman answers also where it may start nothing. Its own init program is all that this container needs.
can_run() {
  local root status
  root=$(mktemp -d)
  timeout 30 podman run --rm --init --network none --rootfs "$root" /run/podman-init --version >/dev/null 2>&1 </dev/null
  status=$?
  rm -rf "$root"
  return "$status"
}

install() {
  export DEBIAN_FRONTEND=noninteractive
  # One source of several that fails need not be the one of these.
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends \
    podman runc buildah fuse-overlayfs netavark iptables uidmap catatonit >/dev/null
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
