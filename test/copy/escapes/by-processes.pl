# Processes outside: signals, priorities, memory, and what the kernel calls by number.
use strict;
use warnings;
use Fcntl;
our (%target, $dir, $arm);

# What is ignored by whoever does not ask for it.
way 'to signal a process', 'open', sub { kill 'URG', outside(); return };
way 'to signal all there are', 'open', sub { $SIG{WINCH} = 'IGNORE'; kill 'WINCH', -1; return };
way 'to signal it by a handle', 'open', sub {
    my $process = call(434, outside(), 0) or return;
    call(424, $process, 23, 0, 0);
    return;
};
way 'to have it told of input', 'open', sub {
    pipe my $from, my $to or return;
    fcntl $from, F_SETOWN, outside() + 0 or return;
    fcntl $from, F_SETFL, O_ASYNC | O_NONBLOCK or return;
    syswrite $to, 'x';
    return;
};
# Counted from here: who runs the tests may be nice, and nobody becomes less so.
sub nicer { my $nice = getpriority(0, 0) + shift; return $nice > 19 ? 19 : $nice }
way 'to make all of its user nicer', 'open', sub { call([141, 140], 2, $<, nicer(5)); return };
way 'to make it nicer', 'open', sub { setpriority 0, outside(), nicer(7); return };
way 'to let all of its user wait for the disk', 'open', sub { call([251, 30], 3, $<, 3 << 13); return };
way 'to set its limits', 'open', sub { call([302, 261], outside(), 7, pack('Q2', 64, 64), 0); return };
way 'to have it ended first', 'open', sub {
    open my $file, '>', "/proc/${\outside()}/oom_score_adj" or return;
    syswrite $file, '1000';
    return;
};
way 'to give it other processors', 'open', sub { call([203, 122], outside(), 8, pack 'Q', 1); return };
way 'to see what it was started with', 'open', sub {
    for my $file (glob '/proc/[0-9]*/cmdline') {
        open my $words, '<', $file or next;
        my $line = <$words> // next;
        return "$file tells" if $line =~ /targets\.pl/;
    }
    return;
};
# Of the first process, which belongs to who made the copy.
for my $place (qw(root/ cwd/ fd/0 environ mem maps)) {
    way "to look at $place of the first process", 'closed', sub { sysopen(my $file, "/proc/1/$place", O_RDONLY) ? 'it is open' : undef };
}
for my $who (['the first process', sub {1}], ['a process outside', \&outside]) {
    my ($name, $pid) = @$who;
    way "to hold $name by ptrace", 'closed', sub { call([101, 117], 0x4206, $pid->(), 0, 0) ? 'held' : undef };
    way "to read the memory of $name", 'closed', sub {
        my $buffer = ' ' x 8;
        my $own = pack 'P Q', $buffer, 8;
        return call([310, 270], $pid->(), $own, 1, pack('Q Q', 0x400000, 8), 1, 0) || !($!{EPERM} || $!{ESRCH} || $!{ENOSYS}) ? "the kernel would ($!)" : undef;
    };
    way "to take a file that $name has open", 'closed', sub {
        my $process = call(434, $pid->(), 0) or return;
        return call(438, $process, 0, 0) ? 'taken' : undef;
    };
}
way 'to end the first process', 'closed', sub { kill 'KILL', 1; select undef, undef, undef, 0.1; return };
1;
