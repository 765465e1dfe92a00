# Sockets of every kind, and queues and memory between processes.
use strict;
use warnings;
use Fcntl;
use Socket;
our (%target, $dir, $way, $arm);

my %known = map { $_ => 1 } 1, 2, 10, 16, 17, 38;
my %types = (stream => SOCK_STREAM, datagram => SOCK_DGRAM, packets => 5);
for my $kind (sort keys %types) {
    for my $how (qw(path name)) {
        way "to a $kind socket with a $how", 'open', sub {
            my $address = $how eq 'path' ? $target{"$kind-$how"} : "\0" . $target{"$kind-$how"};
            reach(AF_UNIX, $types{$kind}, pack_sockaddr_un($address));
        };
    }
}
for (['tcp', SOCK_STREAM], ['udp', SOCK_DGRAM]) {
    my ($kind, $type) = @$_;
    # A world that is no copy, and has no network of its own.
    way "to a $kind port of this machine", 'open', sub { reach(AF_INET, $type, pack_sockaddr_in($target{"${kind}4"}, inet_aton '127.0.0.1')) };
    way "to a $kind port of this machine by its newer address", 'closed', sub {
        reach(AF_INET6, $type, pack_sockaddr_in6($target{"${kind}6"} // 9, Socket::inet_pton(AF_INET6, '::1')));
    };
}
way 'to every machine around, by a broadcast', 'closed', sub {
    socket my $socket, AF_INET, SOCK_DGRAM, 0 or return;
    setsockopt $socket, SOL_SOCKET, SO_BROADCAST, 1;
    return send($socket, $way, 0, pack_sockaddr_in 9, INADDR_BROADCAST) ? 'sent' : undef;
};
way 'to write packets by hand', 'closed', sub { socket(my $socket, AF_INET, SOCK_RAW, 1) ? 'it is open' : undef };
way 'to write them as root of a namespace', 'closed', sub { nested('', 'perl -MSocket -e "socket(S, 17, 3, 0) or exit 1"') && 'it is open' };
way 'to a network device of its own', 'closed', sub { nested('', 'perl -e "open F, q(+<), q(/dev/net/tun) or exit 1"') && 'it is open' };
way 'to give the network another device', 'closed', sub { nested('', 'ip link add name way0 type dummy') && 'made' };
way 'to see sockets of processes outside', 'open', sub {
    open my $all, '<', '/proc/net/unix' or return;
    return (grep {/\Q$target{name}\E/} <$all>) ? 'seen' : undef;
};
# What the kernel is told is acknowledged: 0, or why not.
way 'to hear of every process that starts', 'closed', sub {
    told(11, pack 'S S L L L L L L S S L', 3, 5, 1, 1, 1, 1, 1, 0, 4, 0, 1);
};
way 'to write into the record of who did what', 'closed', sub { told(9, pack 'S S L L a*', 1005, 5, 1, 0, "$way\0") };
# Other families may know of no network namespace, as those of hosts and other processors do.
for (['of the host', 40], ['of another processor', 42]) {
    my ($name, $family) = @$_;
    way "to a socket $name", 'closed', sub { opens($family) ? 'it is open' : undef };
}
way 'to a socket of any other family', 'closed', sub {
    my @open = grep { !$known{$_} && opens($_) } 1 .. 60;
    return @open ? "open are: @open" : undef;
};
way 'to have the kernel make sockets and open files in its own time', 'closed', sub { call(425, 4, "\0" x 120) ? 'it would' : undef };
way 'to a queue of messages', 'open', sub {
    my $queue = msgget $target{key}, 0;
    msgsnd $queue, pack('l! a*', 1, $way), 0 if defined $queue;
    return;
};
way 'to memory that is shared', 'open', sub {
    my $memory = shmget $target{key}, 7, 0;
    shmwrite $memory, 'reached', 0, 7 if defined $memory;
    return;
};
way 'to a semaphore', 'open', sub {
    my $semaphore = semget $target{key}, 1, 0;
    semop $semaphore, pack 's3', 0, 1, 0 if defined $semaphore;
    return;
};
way 'to these by their numbers', 'closed', sub { shmwrite($target{memory}, 'reached', 0, 7) ? 'written' : undef };
way 'to a queue with a name', 'open', sub {
    my $queue = call([240, 180], "$target{name}\0", O_WRONLY | O_NONBLOCK, 0, 0) or return;
    call([242, 182], $queue, $way, length $way, 0, 0);
    return;
};

# Of this machine, its network, and the kernel: local, inet, inet6, netlink, packet, alg.
sub opens {
    my ($family) = @_;
    for my $type (1 .. 5) { return 1 if socket my $socket, $family, $type, 0 }
    return;
}

# A message to a part of the kernel, its kind first; true when it was taken.
sub told {
    my ($part, $message) = @_;
    socket my $socket, 16, SOCK_RAW, $part or return;
    setsockopt $socket, SOL_SOCKET, SO_RCVTIMEO, pack 'l! l!', 2, 0;
    send $socket, pack('L', 4 + length $message) . $message, 0, pack 'S S L L', 16, 0, 0, 0 or return;
    defined recv $socket, my $answer, 4096, 0 or return;
    my (undef, $kind, undef, undef, undef, $error) = unpack 'L S S L L l', $answer;
    $! = $kind == 2 ? -$error : 0;
    return $kind == 2 && $error ? undef : "it was taken";
}

sub reach {
    my ($family, $type, $address) = @_;
    socket my $socket, $family, $type, 0 or return;
    connect $socket, $address or return;
    syswrite $socket, $way;
    return;
}
1;
