//! The help, which `-?` prints.

/// The help: usage, options, defaults. No line is wider than 80 columns.
pub const HELP: &str = "\
Reads or writes files for a time, with the arguments and reports of
DiskSpd 2.2.

Usage: diskspd [OPTIONS] TARGET...

Values follow their option without a blank; letters are read in the case that is
shown here. Sizes are bytes, or have a unit K, M, G, T (powers of 1,024) or b
(blocks).

What to do:
  -b<size>         size of a block (default 64K)
  -w<percent>      so many of 100 blocks are written (default 0)
  -d<seconds>      how long (default 10)
  -W<seconds>      time before anything is counted (default 5)
  -C<seconds>      time after it in which the work goes on (default 0)
  -c<size>         makes the targets of this size
  -B<from>[:<size>]  begins at this offset, and goes so far
  -f<size>         ends at this offset
  -r[<align>]      at random, at multiples of this (default: of the block)
  -rs<percent>     so many of 100 blocks at random, the others after the last
  -rd<pct|abs>...  shares of blocks and of the target, such as -rdpct90/10:5/20
  -s[i][<stride>]  from front to back, each block so far from the last (default:
                   the block); i: threads share the place
  -T<size>         each thread begins so much further than the one before

How to do it:
  -t<count>        threads of each target (default 1)
  -F<count>        threads of all targets together
  -o<count>        blocks in flight, of each thread and target (default 2)
  -O<count>        with -F: blocks in flight of each thread (one target)
  -S[bhmuw]        u past the page cache, w each write waits for the device,
                   h both, m mapped memory, b the page cache (the default);
                   -S is -Su, -h is -Sh
  -f<r|s|t>        hints: random, sequential, temporary
  -g<n>[i]         at most n bytes a millisecond (i: blocks a second), of each
                   thread and target
  -i<n> -j<ms>     after n blocks each thread waits so many milliseconds
  -a<n>[,<n>...]   threads run on these processors in turn; -n: on any
  -z[<seed>]       what random order follows from (default 0; alone: the time)
  -Z, -Zr          writes zeros; random bytes for each block (default: the
                   bytes 0 to 255 again and again)
  -Z<size>[,<file>]  each block is a part of so many random bytes, or of those
                   of a file
  -x -v -l -I<n> -P<n> -e<q|c|s>   accepted, without effect on the work

All of these in a file:
  -X<file>         a profile in XML: time spans, each with targets of their own
                   settings; TARGETs are its *1, *2 and so on. Only -W, -d, -C,
                   -z, -R and -v go with it

What is told:
  -L               latencies
  -D[<ms>]         the deviation of blocks a second over such intervals
                   (default 1000)
  -Rtext, -Rxml    the form of the report (default: text); -Rptext, -Rpxml: only
                   what was asked
  -?               this help

Added by feedrate:
  --map F:=/mnt/f  where the drive, disk or share of Windows is here; for every
                   call FEEDRATE_MAP='F:=/mnt/f;G:=/mnt/g'
  --explain        says in plain words what would be done, and does nothing
  --account        adds below the result the share of the page cache, processor
                   time, depth reached
  --overwrite-foreign
                   lets -w write to files that feedrate did not make, and to
                   devices

Not here: -y (events of Windows), -e with kernel events, -N, -Sr, -p.

On several hosts at the same time (docs/hosts.md): --hosts=A,B,C, --launch=...,
--bring, --host-program=PATH, --host-timeout=SECONDS, --hosts-json=FILE,
--hosts-html=FILE; {host} in other arguments is each host's name.

Example: diskspd -c1G -b8K -t4 -o8 -r -w30 -d30 -Su -L testfile.dat
";

#[cfg(test)]
mod tests {
    #[test]
    fn the_help_fits_a_terminal() {
        for line in super::HELP.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
