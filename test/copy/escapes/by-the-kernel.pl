# What belongs to the whole machine. Nothing here would harm it if it were allowed: the arguments are wrong, and the kernel asks who is
# asking before it looks at them; or whoever may write is asked for (access(2)), and nothing is written.
use strict;
use warnings;
use Fcntl;
our (%target, $dir, $arm);

# True when it was not for want of a right that it failed.
sub allowed { my ($done) = @_; return $done ? 'done' : $!{EPERM} || $!{EACCES} || $!{ENOSYS} ? undef : "allowed, but for: $!" }

way 'to set the clock by its ticks', 'closed', sub { allowed(call([159, 171], pack('L x204', 0x4000))) };
way 'to restart the machine', 'closed', sub { allowed(call([169, 142], 1, 2, 3, 0)) };
way 'to load a part of the kernel', 'closed', sub { allowed(call([175, 105], 0, 0, "\0")) };
way 'to remove a part of the kernel', 'closed', sub { allowed(call([176, 106], "no-such-part\0", 04000)) };
way 'to load another kernel', 'closed', sub { allowed(call([246, 104], 0, 17, 0, 0xffff)) };
way 'to swap onto a file', 'closed', sub { allowed(call([167, 224], "/no/such/file\0", 0)) };
way 'to keep accounts of all processes', 'closed', sub { allowed(call([163, 89], "/no/such/file\0")) };
way 'to set the name of the host', 'closed', sub { allowed(call([170, 161], 'way', -1)) };
way 'to write to ports of the processor', 'closed', sub { $arm ? undef : allowed(call([173, 0], 0x80, 1, 1)) };
way 'to ask the kernel how much it has said', 'closed', sub { allowed(call([103, 116], 9, 0, 0)) };
way 'to hear of every file that is opened', 'closed', sub { allowed(call([300, 262], 0, 0)) };
way 'to be shown programs in the kernel by number', 'closed', sub { allowed(call([321, 280], 14, pack('L x116', 1), 120)) };
way 'to keep a key', 'closed', sub { allowed(call([248, 217], "user\0", "way\0", 'x', 1, -3)) };
way 'to ask for a key', 'closed', sub { allowed(call([249, 218], "user\0", "way\0", 0, -3)) };
way 'to have a ring of keys', 'closed', sub { allowed(call([250, 219], 0, -3, 1)) };
way 'to have one by the number of another kind of program', 'closed', sub { $arm ? undef : allowed(call(0x40000000 + 250, 0, -3, 1)) };
way 'to leave a memory of its own outside when it dies', 'closed', sub {
    open my $limits, '<', '/proc/self/limits' or return;
    # One byte, and no more ever: only then the kernel hands nothing to a program outside.
    my ($line) = grep {/^Max core file size/} <$limits>;
    return $line =~ /size\s+1\s+1\s/ ? undef : $line =~ s/\s+/ /gr;
};
for my $file (qw(kcore kmsg mem)) {
    my $path = $file eq 'mem' ? '/dev/mem' : "/proc/$file";
    way "to read the kernel in $path", 'closed', sub {
        sysopen my $handle, $path, O_RDONLY | O_NONBLOCK or return;
        return defined sysread($handle, my $text, 64) ? 'it is read' : undef;
    };
}
my @devices = (['mem', 'c', 1, 1], ['kmsg', 'c', 1, 11], ['disk', 'b', 8, 0], ['fuse', 'c', 10, 229], ['console', 'c', 5, 1]);
for (@devices) {
    my ($name, $kind, $major, $minor) = @$_;
    way "to make the device $name", 'closed', sub { shell("rm -f device; mknod device $kind $major $minor") && 'made' };
    way "to make the device $name as root of a namespace", 'closed', sub { nested('m', "rm -f device; mount -t tmpfs t /tmp && mknod /tmp/device $kind $major $minor") && 'made' };
}
# Whoever has a device of the disk in front of him.
way 'to open a terminal outside', 'closed', sub { sysopen(my $terminal, '/dev/tty', O_RDWR | O_NOCTTY) ? 'it is open' : undef };
way 'to close a device to all', 'closed', sub { chmod(0666, '/dev/null') ? 'done' : undef };
my $settings = 'find /proc /sys -path "/proc/[0-9]*" -prune -o -path "/proc/pressure/*" -prune -o -type f -writable -print 2>/dev/null | grep -q .';
way 'to change a setting', 'closed', sub { shell($settings) && 'there is one' };
way 'to a folder of settings that parts of the kernel may make', 'closed', sub {
    open my $mounts, '<', '/proc/self/mountinfo' or return;
    my %closed = map { (split)[4, 5] } <$mounts>;
    my @folders = grep { -d && !-l && !m{/(\d+|pressure)$} } glob '/proc/*';
    my @open = grep { ($closed{$_} // '') !~ /\bro\b/ } @folders;
    return @open ? "not closed are: @open" : undef;
};
way 'to change one as root of all namespaces there can be', 'closed', sub { nested('mpf', "mount -o remount,rw /proc/sys; mount -o remount,rw /sys; $settings") && 'there is one' };
1;
