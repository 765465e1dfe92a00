# Runs a command that has a terminal of its own, which is this one's: `perl terminal.pl COMMAND …`. Says what was written to it, and ends with it.
use strict;
use warnings;
use Fcntl;
use POSIX ();

sysopen my $master, '/dev/ptmx', O_RDWR | O_NOCTTY or die "/dev/ptmx: $!";
my ($unlock, $number) = (pack('l', 0), pack('l', 0));
ioctl $master, 0x40045431, $unlock or die $!;
ioctl $master, 0x80045430, $number or die $!;
my $path = '/dev/pts/' . unpack 'l', $number;
# Held open: what nobody has open on the other side cannot be read.
sysopen my $held, $path, O_RDWR | O_NOCTTY or die $!;
my $pid = fork // die $!;
if ($pid == 0) {
    POSIX::setsid();
    # The first that a process without one opens becomes its own.
    sysopen my $terminal, $path, O_RDWR or die $!;
    exec @ARGV or die $!;
}
waitpid $pid, 0;
close $held;
while (sysread $master, my $text, 1000) { print $text }
