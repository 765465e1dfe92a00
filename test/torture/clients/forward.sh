#!/usr/bin/env bash
# A client that has its work done elsewhere: `bash forward.sh PORT ERA SERVER…` tells its arguments to the port of this machine,
# each with a zero byte behind it. Back come the exit code, as a line, and what to print. It spares each row the start of a Node.
exec 3<>"/dev/tcp/127.0.0.1/$1"
shift
printf '%s\0' "$@" >&3
printf '\n' >&3
IFS= read -r code <&3
if [ "$code" = 0 ]; then cat <&3; else cat <&3 >&2; fi
exit "$code"
