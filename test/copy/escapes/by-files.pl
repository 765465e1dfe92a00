# Files of the disk, by their names and by every other way to a file.
use strict;
use warnings;
use Fcntl qw(:DEFAULT :flock :seek);
our (%target, $dir, $arm, $way);

sub put {
    my ($how, $path) = @_;
    open my $file, $how, $path or return;
    print $file "written by: $way\n";
    close $file;
    return;
}

way 'to write a file of the disk', 'open', sub { put('>', "$dir/marker") };
way 'to append to it through a link', 'open', sub { put('>>', "$dir/link") };
way 'to write through a second name in the root', 'open',
    sub { link "$dir/second", 'second-name' or return; put('>>', 'second-name') };
way 'to change its mode', 'open', sub { chmod 0600, "$dir/flags"; return };
way 'to change its times', 'open', sub { utime 1, 1, "$dir/marker"; return };
way 'to remove it', 'open', sub { unlink "$dir/removable"; return };
way 'to put another in its place', 'open', sub { put('>', 'other'); rename 'other', "$dir/replaceable"; return };
way 'to make one beside it', 'open', sub { put('>', "$dir/made") };
way 'to make a device beside it that is a pipe', 'open', sub { POSIX::mkfifo("$dir/made-pipe", 0666); return };
way 'to write through memory that shows it', 'open', sub {
    sysopen my $file, "$dir/marker", O_RDWR or return;
    my $at = call([9, 222], 0, 4096, 3, 1, fileno $file, 0) or return;
    open my $from, '<', '/dev/zero' or return;
    call([0, 63], fileno $from, $at, 3);
    call([26, 227], $at, 4096, 4);
    return;
};
way 'to write through memory that was opened to be read', 'closed', sub {
    open my $file, '<', "$dir/marker" or return;
    my $at = call([9, 222], 0, 4096, 1, 1, fileno $file, 0) or return;
    return call([10, 226], $at, 4096, 3) ? 'the memory can be written' : undef;
};
way 'to write by way of /proc/self/root', 'open', sub { put('>>', "/proc/self/root$dir/marker") };
way 'to write by way of the folder above its own', 'open',
    sub { chdir '/proc/self/cwd/..' or return; put('>>', (split m{/}, $dir)[-1] . '/marker') };
way 'to leave a chroot by a folder held open', 'open', sub {
    shell("unshare -Ur perl -e 'mkdir q(x); chroot q(x) or exit 1; chdir q(..) for 1..50; chroot q(.) or exit 1; open F, q(>>), q($dir/marker) or exit 1; print F q(broken out)'");
    return;
};
way 'to set a flag of a file', 'closed', sub {
    open my $file, '<', "$dir/flags" or return;
    my $flags = pack 'l!', 0x40;
    ioctl $file, 0x40086602, $flags;
    return;
};
way 'to give a file an attribute', 'closed', sub { call([188, 5], "$dir/flags\0", "user.way\0", 'reached', 7, 0); return };
way 'to wait for a lock that is held outside', 'open', sub {
    open my $file, '>>', "$dir/locked" or return;
    return flock($file, LOCK_EX | LOCK_NB) ? undef : $!{EWOULDBLOCK} ? 'it is held' : undef;
};
way 'to wait for a lock on a part of a file', 'open', sub {
    open my $file, '>>', "$dir/recorded" or return;
    my $whole = pack 's s x4 q q l x4', F_WRLCK, SEEK_SET, 0, 0, 0;
    return fcntl($file, F_SETLK, $whole) ? undef : $!{EAGAIN} || $!{EACCES} ? 'it is held' : undef;
};
way 'to write into a pipe with a name', 'open', sub {
    sysopen my $pipe, "$dir/pipe", O_WRONLY | O_NONBLOCK or return;
    syswrite $pipe, $way;
    return;
};
way 'to write shared memory that is a file', 'open', sub { put('>>', "/dev/shm/$target{name}") };
way 'to change the program that has started it', 'closed',
    sub { sysopen(my $file, '/proc/1/exe', O_WRONLY) ? 'it can be written' : undef };
way 'to go where its own pipes lie', 'closed', sub {
    my $path = readlink('/proc/self/fd/0') // return;
    return unless $path =~ s{/[^/]*$}{} && $path =~ m{/pipes$};
    return -d $path ? "there is $path" : undef;
};
way 'to go on from its own pipe to the folder above', 'closed', sub { -e '/proc/self/fd/0/..' ? 'it is there' : undef };
way 'to open by its number what lies on a device', 'closed', sub {
    # Of the file system that holds the devices of the whole machine: what stands in it first is its top.
    my ($handle, $mount) = (pack('L l', 128, 0) . "\0" x 128, pack 'l', 0);
    call([303, 264], -100, "/dev/null\0", address($handle), address($mount), 0) or return;
    my ($bytes, $type) = unpack 'L l', $handle;
    open my $device, '<', '/dev/null' or return;
    my $top = pack('L l', $bytes, $type) . pack('L', 1) . "\0" x ($bytes - 4);
    for my $any ($handle, $top) {
        my $opened = call([304, 265], fileno $device, $any, 0);
        return 'it is open' if $opened;
    }
    return;
};
1;
