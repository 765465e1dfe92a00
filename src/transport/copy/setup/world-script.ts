/**
 * What the shells of a copy run. `KEEPER` becomes the first process around the world: it starts the world, then runs what it reads on
 * its standard input, and ends with it. `WORLD` is the first process inside: it steps over the threshold, closes the door, and
 * buries orphans until it ends, which ends everything in the world.
 *
 * Numbers of processes begin somewhere else in each world, as they do on a machine: were they the same in all, a server that tells one
 * would seem to say what it always says.
 */

export const KEEPER = `
{ unshare --mount --pid --fork --kill-child --propagation private -- sh -c "$WORLD" </dev/null; echo "world ended $?"; } &
unset WORLD SCAFFOLD MARKER OUTER_USER OUTER_MNT OUTER_PID KEEPER_USER KEEPER_MNT KEEPER_PID REFUSE
exec sh
`

/**
 * Nothing is mounted before the namespaces are told apart from those of the caller and of the keeper, and nothing is unmounted before
 * the marker, which only the new root has, is seen at the root, and not at the old one. A shell reads files byte by byte: the longer one,
 * of mounts, a program reads (it says 1 when it found nothing, 2 when it could not look).
 */
export const WORLD = `
refuse() { echo "world refused $1"; exit 1; }
act() { [ "$REFUSE" != "$1" ] || refuse "$1"; }
set -- $(readlink /proc/self/ns/user /proc/self/ns/mnt /proc/self/ns/pid)
case "$* $OUTER_USER $OUTER_MNT $OUTER_PID $KEEPER_USER $KEEPER_MNT $KEEPER_PID" in
  'user:['*'] mnt:['*'] pid:['*'] user:['*'] mnt:['*'] pid:['*'] user:['*'] mnt:['*'] pid:['*']') ;;
  *) refuse namespaces ;;
esac
[ "$1" = "$KEEPER_USER" ] && [ "$1" != 'user:[4026531837]' ] || refuse namespaces
read -r first outer length </proc/self/uid_map && [ "$first $length" = '0 1' ] || refuse namespaces
[ "$1" != "$OUTER_USER" ] && [ "$2" != "$OUTER_MNT" ] && [ "$3" != "$OUTER_PID" ] || refuse namespaces
[ "$2" != "$KEEPER_MNT" ] && [ "$3" != "$KEEPER_PID" ] && [ "$$" = 1 ] || refuse namespaces
grep -q -e ' shared:' -e ' master:' /proc/self/mountinfo
[ $? = 1 ] || refuse propagation
[ -f "$SCAFFOLD/world/$MARKER" ] || refuse marker
read -r pid rest </proc/self/stat
cd "$SCAFFOLD/world" || refuse scaffold
act proc
mount -t proc -o nosuid,nodev,noexec proc proc || refuse proc
read -r chance <proc/sys/kernel/random/uuid
{ echo $((1000 + 0x\${chance%\${chance#????}} % 30000)) >proc/sys/kernel/ns_last_pid; } 2>/dev/null
act covers
mount -a -T "$SCAFFOLD/threshold" || refuse covers
act pivot_root
pivot_root . .old-root || refuse pivot_root
cd / || refuse pivot_root
[ -f "/$MARKER" ] && [ ! -e "/.old-root/$MARKER" ] && [ -f "/.old-root$SCAFFOLD/world/$MARKER" ] || refuse pivot_root
act umount
umount -l /.old-root || refuse umount
rm -d /.old-root "/$MARKER" || refuse umount
[ ! -e "$SCAFFOLD/world" ] || refuse umount
echo "world ready $pid"
exec env -i --ignore-signal=CHLD sleep infinity </dev/null >/dev/null 2>&1
`
