# Tries one way out of a copy, or lists all: `perl try.pl FOLDER WAY`, `perl try.pl --list`. Says `reached: …` or `kept: …` on one line.
# `perl try.pl FOLDER --each` tries each that is named on a line of the file descriptor 3, in a child of its own.
# FOLDER is what targets.pl has made outside. The environment names the namespaces outside as OUTSIDE: nothing is tried in one of them.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename;

our (%target, $dir, $way, @ways);
our $arm = (POSIX::uname())[4] eq 'aarch64';
use POSIX ();

# name, whether it succeeds in a world that is no copy (`open`), and what is tried; true, or a text, when it saw that it has reached something.
sub way { push @ways, { name => $_[0], open => $_[1] eq 'open', try => $_[2] } }

# A system call by its numbers (Intel, ARM); false, with the error in $!, or what it returned.
sub call {
    my ($numbers, @arguments) = @_;
    my $number = ref $numbers ? $numbers->[$arm] : $numbers;
    # What is constant may not be handed over itself.
    my @own = map { my $copy = $_; $copy =~ m{^-?\d+\z} ? $copy + 0 : $copy } @arguments;
    my $result = syscall $number, @own;
    return $result == -1 ? undef : $result == 0 ? '0 but true' : $result;
}

# Where a text lies: for what the kernel is to fill.
sub address { return unpack 'J', pack 'P', $_[0] }

# A shell command; true when it ends well, and what it said is why not.
our $said = '';
sub shell {
    open my $output, '-|', 'sh', '-c', "{ $_[0]; } 2>&1" or return;
    $said = join ' ', <$output>;
    return close $output;
}

# The process outside, by the number that it has there; dies where another one has this number here.
sub outside {
    open my $words, '<', "/proc/$target{pid}/cmdline" or return $target{pid};
    return $target{pid} if (<$words> // '') =~ /targets\.pl/;
    die "another process has this number\n";
}

# The same as root of namespaces of its own, one within the other: what `unshare` is asked for.
sub nested { my ($with, $script) = @_; return shell("unshare -Ur$with sh -c '$script'") }

# True, or dies, when this is none of the namespaces outside.
sub refuse_outside {
    my @outside = split ' ', $ENV{OUTSIDE} // '';
    my @here = map { readlink "/proc/self/ns/$_" } qw(user mnt pid);
    for my $i (0 .. 2) {
        die "refused: this is no world of its own\n" if !$outside[$i] || !$here[$i] || $outside[$i] eq $here[$i];
    }
    open my $map, '<', '/proc/self/uid_map' or die "refused: $!\n";
    my ($first, @more) = <$map>;
    die "refused: this has more than one user\n" if @more || $first !~ /\s1$/;
}

require for glob(abs_path(dirname(__FILE__)) . '/by-*.pl');

if ($ARGV[0] eq '--list') {
    print $_->{open} ? 'open' : 'closed', " $_->{name}\n" for @ways;
    exit;
}
refuse_outside();
$dir = $ARGV[0];
open my $told, '<', "$dir/targets" or die "no targets: $!\n";
%target = map { chomp; split / /, $_, 2 } <$told>;
$| = 1;
if ($ARGV[1] ne '--each') {
    attempt($ARGV[1]);
    exit;
}
# To start perl takes longer than what most of them do.
open my $asked, '<&=', 3 or die "nothing is asked: $!\n";
while (my $line = <$asked>) {
    chomp $line;
    my $child = fork // die "no child: $!\n";
    if ($child == 0) {
        close $asked;
        attempt($line);
        exit;
    }
    waitpid $child, 0;
    print "ended: $?\n" if $?;
}

sub attempt {
    ($way) = @_;
    my ($found) = grep { $_->{name} eq $way } @ways or die "no such way: $way\n";
    $SIG{ALRM} = sub { print "kept: it waits\n"; exit };
    alarm 20;
    $! = 0;
    my $reached = eval { $found->{try}->() };
    my $why = $@ || $said || "$!" || 'nothing happened';
    $why = join ' ', split ' ', $why;
    print $reached ? "reached: $reached\n" : "kept: $why\n";
}
