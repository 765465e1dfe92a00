# What a copy must not reach: `perl targets.pl FOLDER` makes files, sockets, queues and a process to be touched, lists them in FOLDER/targets,
# and writes each touch to FOLDER/evidence. Ends, and removes what no folder holds, when FOLDER/stop is there or FOLDER is not, or after ten minutes.
use strict;
use warnings;
use Fcntl qw(:DEFAULT :flock :seek);
use POSIX ();
use Socket;

my ($dir) = @ARGV;
my $arm = (POSIX::uname())[4] eq 'aarch64';
mkdir $dir, 0755 or die "$dir: $!";
# The number of a process may be that of another one, in another world beside this.
my $unique = int rand 0xffffff;
my $name = "understudy-$unique";
my (%target, @sources, %before, @last);

open my $evidence, '>', "$dir/evidence" or die $!;
$evidence->autoflush(1);
sub touched { print $evidence "$_[0]\n" }
# What is looked at again and again: a name, and how it is read.
sub watched { my ($what, $read) = @_; $before{$what} = $read->(); push @last, [$what, $read] }

files();
sockets();
queues();
process();

open my $told, '>', "$dir/targets.new" or die $!;
print $told "$_ $target{$_}\n" for sort keys %target;
close $told;
rename "$dir/targets.new", "$dir/targets" or die $!;
my $end = time + 600;
until (-e "$dir/stop" || !-d $dir || time > $end) {
    look();
    my $in = '';
    vec($in, fileno $_->[1], 1) = 1 for @sources;
    next if select(my $ready = $in, undef, undef, 0.05) < 1;
    for my $source (@sources) {
        my ($what, $handle, $listens) = @$source;
        next unless vec($ready, fileno $handle, 1);
        my $from = $handle;
        accept $from = undef, $handle if $listens;
        sysread $from, my $text, 100 if $from;
        touched("$what: " . ($text // ''));
    }
}
look();
unlink "/dev/shm/$name";
shmctl $target{memory}, 0, 0;
semctl $target{semaphore}, 0, 0, 0;
msgctl $target{queue}, 0, 0;
syscall $arm ? 181 : 241, "$name\0";
touched('over');

sub look {
    for (@last) {
        my ($what, $read) = @$_;
        my $now = $read->();
        next if $now eq $before{$what};
        touched("$what: $before{$what} is $now");
        # What was in a queue has been taken out.
        $before{$what} = $read->();
    }
}

sub files {
    for my $file (qw(marker removable replaceable second flags locked recorded)) {
        open my $handle, '>', "$dir/$file" or die $!;
        print $handle "outside\n";
        close $handle;
        # Closing a file again would give up the lock on its parts.
        watched("the file $file", sub { state_of("$dir/$file") }) if $file ne 'recorded';
    }
    symlink("$dir/marker", "$dir/link") or die $!;
    POSIX::mkfifo("$dir/pipe", 0666) or die $!;
    sysopen(my $pipe, "$dir/pipe", O_RDWR | O_NONBLOCK) or die $!;
    push @sources, ['the pipe', $pipe];
    open my $shared, '>', "/dev/shm/$name" or die $!;
    print $shared "outside\n";
    close $shared;
    watched('the shared file', sub { state_of("/dev/shm/$name") });
    open our $locked, '>>', "$dir/locked" or die $!;
    flock $locked, LOCK_EX or die $!;
    open our $recorded, '>>', "$dir/recorded" or die $!;
    my $whole = pack('s s x4 q q l x4', F_WRLCK, SEEK_SET, 0, 0, 0);
    fcntl $recorded, F_SETLK, $whole or die $!;
}

sub state_of {
    my ($path) = @_;
    my @status = lstat $path or return 'gone';
    open my $handle, '<', $path or return 'closed';
    my $flags = pack 'l!', 0;
    ioctl $handle, 0x80086601, $flags;
    my ($asked, $attribute) = ("user.way\0", " " x 9);
    my $length = syscall($arm ? 8 : 191, "$path\0", $asked, $attribute, 9);
    return join ' ', @status[1, 2, 3, 7, 9], unpack('l!', $flags), $length, map { s/\n/,/r } <$handle>;
}

sub sockets {
    for (['stream', SOCK_STREAM], ['datagram', SOCK_DGRAM], ['packets', 5]) {
        my ($kind, $type) = @$_;
        for (['path', "$dir/$kind.socket"], ['name', "\0$name-$kind"]) {
            my ($how, $address) = @$_;
            socket my $socket, AF_UNIX, $type, 0 or die $!;
            bind $socket, pack_sockaddr_un($address) or die "$kind: $!";
            listen $socket, 9 if $type != SOCK_DGRAM;
            push @sources, ["the $kind socket with a $how", $socket, $type != SOCK_DGRAM];
            $target{"$kind-$how"} = $how eq 'path' ? $address : substr $address, 1;
            chmod 0666, $address if $how eq 'path';
        }
    }
    for (['4', AF_INET, pack_sockaddr_in(0, inet_aton('127.0.0.1'))], ['6', AF_INET6, pack_sockaddr_in6(0, Socket::inet_pton(AF_INET6, '::1'))]) {
        my ($version, $family, $address) = @$_;
        for (['tcp', SOCK_STREAM], ['udp', SOCK_DGRAM]) {
            my ($kind, $type) = @$_;
            socket my $socket, $family, $type, 0 or die $!;
            bind $socket, $address or next;
            listen $socket, 9 if $type == SOCK_STREAM;
            push @sources, ["$kind$version", $socket, $type == SOCK_STREAM];
            my $bound = getsockname $socket;
            $target{"$kind$version"} = (unpack 'S n', $bound)[1];
        }
    }
}

sub queues {
    my $key = $target{key} = 0x5500_0000 + $unique;
    $target{memory} = shmget $key, 4096, 01666;
    shmwrite $target{memory}, 'outside', 0, 7 or die $!;
    watched('the memory', sub { shmread($target{memory}, my $text, 0, 7) or return 'gone'; return $text });
    $target{semaphore} = semget $key, 1, 01666;
    watched('the semaphore', sub { return semctl($target{semaphore}, 0, 12, 0) + 0 });
    $target{queue} = msgget $key, 01666;
    watched('the queue', sub { my $text; return msgrcv($target{queue}, $text, 100, 0, 04000) ? substr($text, 8) : 'empty' });
    $target{name} = $name;
    my $queue = syscall($arm ? 180 : 240, "$name\0", O_RDWR | O_CREAT | O_NONBLOCK, 0666, 0);
    watched(
        'the queue with a name',
        sub {
            my $text = "\0" x 8192;
            return syscall($arm ? 183 : 243, $queue, $text, 8192, 0, 0) < 0 ? 'empty' : $text =~ s{\0.*}{}sr;
        },
    ) if $queue >= 0;
}

sub process {
    $target{pid} = $$;
    for my $signal (qw(URG WINCH CONT IO)) { $SIG{$signal} = sub { touched("the process: $signal") } }
    watched('its priority', sub { getpriority 0, 0 });
    watched('its limits', sub { limits() });
    watched('its place among those to be ended', sub { line('/proc/self/oom_score_adj') });
    watched('its processors', sub { (grep {/^Cpus_allowed:/} lines('/proc/self/status'))[0] });
    # Where its disk comes in the queue.
    watched('its disk', sub { syscall $arm ? 31 : 252, 1, 0 });
    watched('the folder', sub { opendir(my $all, $dir); join ' ', sort grep { !/^(targets.*|stop)$/ } readdir $all });
    watched('the host name', sub { (POSIX::uname())[1] });
}

sub limits { join '', lines('/proc/self/limits') }
sub line { (lines($_[0]))[0] }
sub lines { open my $file, '<', $_[0] or return "$!"; return <$file> }
