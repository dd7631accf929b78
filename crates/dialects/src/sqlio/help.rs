//! The help, which `-?` prints.

/// The help: usage, options, defaults. No line is wider than 80 columns.
pub const HELP: &str = "\
Reads or writes files for a time, with the arguments and output of sqlio 1.5.

Usage: sqlio [OPTIONS] [FILE...]

Values follow their option without a blank. Letters of options are read in the
case that is shown here.

  -k<R|W>          read (the default) or write; what is written to is lost
  -t<threads>      how many threads, at most 256 (default 1)
  -s<seconds>      how long (default 30)
  -o<depth>        blocks in flight, of each thread and file (default: each
                   thread waits for one block at a time)
  -b<KB>           size of a block in units of 1,024 bytes (default 2)
  -f<blocks>       a run goes so many blocks further from block to block
                   (default 64)
  -frandom         any block of the file, each as likely
  -fsequential     from front to back, again and again; threads share the place
  -i<blocks>       blocks of a run; the next run begins one block further
                   (default 64); without meaning for -frandom and -fsequential
  -S<blocks>       begins so many blocks into the file (default 0)
  -B<N|Y|H|S>      caches: N none (the default), Y all, H the disk's alone,
                   S the page cache alone
  -m<C|S><count>   each block is copied (C) or scattered and gathered (S) from
                   and to so many buffers; not with -o
  -L<S|P>[i]       tells latencies; with i also the time that starting a block
                   takes
  -U[p]            tells how busy the processors are; p: each of them
  -p[I]<number>    all threads run on this processor
  -a[R[I]]<mask>   threads run on these processors (R: one each in turn)
  -d<letters>      the same file on each of these drives
  -R<list>         raw partitions and disks, such as -RD,E,1 or -R/dev/sdb
  -F<file>         reads files, threads, masks and sizes from a parameter file
  -v1.1.1          each run visits the same blocks
  -64, -D<level>   accepted, without effect
  -?               this help

A line of a parameter file: FILE THREADS [MASK [SIZE IN MB]]. A size makes the
file, or makes it longer. Lines that begin with # are left out. The default file
is testfile.dat; several files are visited in turn.

Added by feedrate:
  --map F:=/mnt/f  where the drive, disk or share of Windows is here; for every
                   call FEEDRATE_MAP='F:=/mnt/f;G:=/mnt/g'
  --explain        says in plain words what would be done, and does nothing
  --account        adds below the result the share of the page cache, processor
                   time, depth reached, and latencies in finer units
  --overwrite-foreign
                   lets -kW write to files that feedrate did not make, and to
                   devices

On several hosts at the same time (docs/hosts.md): --hosts=A,B,C, --launch=...,
--bring, --host-program=PATH, --host-timeout=SECONDS, --hosts-json=FILE,
--hosts-html=FILE; {host} in other arguments is each host's name.

Example: sqlio -kW -s30 -o8 -fsequential -b256 -BH -LS -Fparam.txt
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
