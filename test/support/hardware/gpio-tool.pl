#!/usr/bin/perl
# Stands for gpioinfo, gpioget and gpioset of libgpiod 1.6 and 2 where the kernel has no GPIO chip to simulate one. A
# chip is the folder $GPIO_CHIPS/<name>; each line of it is a file "<direction> <level>". The log has every change of
# a line's output. GPIO_VERSION is 1 or 2.
use strict;
use warnings;
use File::Basename;

my $tool = basename($0);
my $version = $ENV{GPIO_VERSION} // 1;
if (grep { $_ eq '--version' } @ARGV) { print "$tool (libgpiod) v", $version == 1 ? "1.6.3\n" : "2.2\n"; exit 0; }

my ($chip, @rest, $as_is);
while (defined(my $argument = shift @ARGV)) {
    if ($argument eq '-c') { $chip = shift @ARGV }
    elsif ($argument eq '--as-is') { $as_is = 1 }
    elsif ($argument =~ /^--/) { }
    elsif (!defined $chip) { $chip = $argument }
    else { push @rest, $argument }
}
my $folder = "$ENV{GPIO_CHIPS}/$chip";
-d $folder or die "$tool: cannot find GPIO chip character device '$chip'\n";

sub line { my ($n) = @_; open my $f, '<', "$folder/$n" or die "$tool: invalid offset\n"; my ($d, $l) = split ' ', <$f>; return ($d, $l); }
sub holder { my ($n) = @_; open my $f, '<', "$folder/$n.used" or return 0; my $pid = <$f>; return $pid && kill(0, $pid) ? $pid : 0; }
sub put {
    my ($n, $direction, $level) = @_;
    my ($d, $l) = line($n);
    my $before = $d eq 'output' ? $l : 'z';
    my $now = $direction eq 'output' ? $level : 'z';
    open my $f, '>', "$folder/$n" or die; print $f "$direction $level\n"; close $f;
    if ($before ne $now) { open my $log, '>>', "$folder/log"; print $log "$n $before>$now\n"; close $log; }
}

if ($tool eq 'gpioinfo') {
    print "$chip - 32 lines:\n";
    for my $n (sort { $a <=> $b } map { basename($_) } grep { /\/\d+$/ } glob("$folder/*")) {
        my ($d) = line($n);
        my $used = holder($n);
        printf $version == 1 ? "\tline %3d: %12s %12s %8s  active-high %s\n" : "\tline %3d:\t%-16s%s%s %s\n",
            $version == 1 ? ($n, 'unnamed', $used ? '"gpioset"' : 'unused', $d, $used ? '[used]' : '')
                          : ($n, 'unnamed', '', $d, $used ? 'consumer="gpioset"' : '');
    }
} elsif ($tool eq 'gpioget') {
    my @levels;
    for my $n (@rest) {
        die "$tool: error reading GPIO values: Device or resource busy\n" if holder($n);
        my ($d, $l) = line($n);
        put($n, 'input', $l) if $d eq 'output' && !$as_is;    # a read releases the line
        push @levels, $l;
    }
    print join(' ', @levels), "\n";
} else {
    my ($n, $level) = $rest[0] =~ /^(\d+)=([01])$/ or die "$tool: invalid offset\n";
    die "$tool: error setting the GPIO line values: Device or resource busy\n" if holder($n);
    put($n, 'output', $level);
    open my $f, '>', "$folder/$n.used.new" or die; print $f $$; close $f;
    rename "$folder/$n.used.new", "$folder/$n.used";
    $SIG{TERM} = $SIG{INT} = sub { unlink "$folder/$n.used"; exit 0 };
    sleep 3600 while 1;
}
