# Mounts and namespaces: what hides the disk, and what would show the machine again.
use strict;
use warnings;
our (%target, $dir, $arm);

for my $point ('/tmp', '/proc', '/proc/sys', '/dev/null', '/dev/shm', '/sys') {
    way "to unmount $point", 'closed', sub { shell("umount $point || umount -l $point") && 'unmounted' };
    way "to unmount $point as root of a namespace", 'closed', sub { nested('m', "umount $point || umount -l $point") && 'unmounted' };
}
way 'to look under what is mounted', 'closed', sub { nested('m', 'mkdir -p under && mount --bind / under') && 'mounted' };
way 'to look under it by the newer calls', 'closed',
    sub { nested('m', 'perl -e "exit(syscall(428, -100, qq(/\0), 1) < 0)"') && 'opened' };
way 'to make devices writable to all', 'closed', sub {
    nested('m', 'perl -e "exit(syscall(442, -100, qq(/dev/null\0), 0, pack(q(Q4), 0, 1, 0, 0), 32) < 0)"') && 'remounted';
};
for my $type (qw(proc sysfs cgroup cgroup2 mqueue devtmpfs debugfs tracefs securityfs configfs efivarfs pstore fusectl selinuxfs nfsd)) {
    my $flags = $type =~ /^cgroup/ ? 'mC' : 'm';
    way "to mount another $type", 'closed', sub { nested($flags, "mount -t $type none /tmp") && 'mounted' };
}
way 'to mount another proc with processes of its own', 'closed', sub { nested('mpf', 'mount -t proc none /proc') && 'mounted' };
way 'to mount another sysfs with a network of its own', 'closed', sub { nested('mn', 'mount -t sysfs none /sys') && 'mounted' };
way 'to mount a disk', 'closed', sub {
    nested('m', 'for n in "8 0" "8 1" "254 0" "259 0"; do mknod disk b $n && mount -t ext4 disk /tmp && exit; done; exit 1') && 'mounted';
};
way 'to open a disk by the newer calls', 'closed', sub {
    nested('m', 'perl -e "exit(syscall(430, qq(ext4\0), 0) < 0)"') && 'opened';
};
way 'to lay an overlay over the root of the first process', 'closed', sub {
    nested('m', 'mkdir -p up work over && mount -t overlay -o lowerdir=/proc/1/root,upperdir=up,workdir=work o over') && 'mounted';
};
way 'to change the root once more', 'closed', sub { nested('m', 'mkdir -p new/old && mount -t tmpfs n new && mkdir new/old && pivot_root new new/old && { [ -e /old/.old-root ] || [ -e /old/dev/shm/world ]; }') && 'seen' };
for my $kind (qw(mnt user pid net ipc uts)) {
    way "to enter the $kind namespace of the first process", 'closed', sub {
        open my $namespace, '<', "/proc/1/ns/$kind" or return;
        return call([308, 268], fileno $namespace, 0) ? 'entered' : undef;
    };
}
way 'to enter those of the first process by its handle', 'closed', sub {
    my $process = call(434, 1, 0) or return;
    return call([308, 268], $process, 0x20000) || call([308, 268], $process, 0x10000000) ? 'entered' : undef;
};
for my $kind (qw(mnt pid net ipc uts)) {
    way "to ask whose the $kind namespace is, and enter that", 'closed', sub {
        open my $namespace, '<', "/proc/self/ns/$kind" or return;
        my $owner = ioctl($namespace, 0xb701, 0) or return;
        return call([308, 268], $owner, 0x10000000) ? 'entered' : undef;
    };
}
for my $kind (qw(user pid)) {
    way "to ask for the $kind namespace around its own, and enter that", 'closed', sub {
        open my $namespace, '<', "/proc/self/ns/$kind" or return;
        my $parent = ioctl($namespace, 0xb702, 0) or return;
        return call([308, 268], $parent, 0) ? 'entered' : undef;
    };
}
way 'to be more than one user', 'closed', sub {
    shell('unshare -U sh -c "sleep 5 >/dev/null & echo 0 0 4294967295 >/proc/\$!/uid_map; e=\$?; kill \$!; exit \$e"') && 'mapped';
};
way 'to become another by a program that belongs to root', 'closed', sub {
    my ($program) = grep { -u $_ } qw(/usr/bin/passwd /bin/su /usr/bin/su /usr/bin/newgrp) or return;
    my $pid = open my $to, '|-', "exec $program >/dev/null 2>&1" or return;
    select undef, undef, undef, 0.2;
    open my $status, '<', "/proc/$pid/status" or return;
    my ($line) = grep {/^Uid:/} <$status>;
    kill 'KILL', $pid;
    my (undef, $own, $effective) = split ' ', $line;
    return $own != $effective ? "it is user $effective" : undef;
};
1;
