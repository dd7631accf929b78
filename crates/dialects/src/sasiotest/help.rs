//! The help, which a call without arguments prints.

/// The help: usage, options, defaults. No line is wider than 80 columns.
pub const HELP: &str = "\
Measures how fast a file can be read or written, with the arguments and the
output of SASIOTEST 2.0.

Usage: sasiotest FILE [OPTIONS]

The file name comes first. Options are read in either case. Sizes are bytes, or
have a unit K, M, G or T (powers of 1,024).

What to do:
  -r             read the file (the default)
  -w             write the file; what was in it is lost
  -rw            read pages at random and write each back unchanged
  -seq           from front to back (the default)
  -ran           with -r: pages in random order
  -filesize N    how much to read, or to write (default 1M)
  -pagesize N    how much to move at a time (default 8K)

How to do it (through the page cache, if none of these is given):
  -sgio          past the page cache, -numpages pages a transfer; a page must be
                 a multiple of 4K, the size a multiple of page x pages
  -numpages M    the pages of a -sgio transfer
  -unbuffered    past the page cache, a page a transfer; with -r -ran: read with
                 history, cached, without telling the system of the random order
  -writethru     with -w or -rw: each write waits until it is on the device

Added by feedrate:
  -explain       say below the result what it is made of: the share of the page
                 cache, flushing, processor time, latencies, system calls
  -force         let -w and -rw write to a file that feedrate did not make
  -map D:=/mnt/d where the drive or share of Windows is here; for every call
                 FEEDRATE_MAP='D:=/mnt/d;E:=/mnt/e'

To read, the size must be a multiple of the page, and the file at least as
large. In results, MB means 2^20 bytes.

Examples:
  sasiotest test.out -w -filesize 4G -pagesize 64K
  sasiotest test.out -r -filesize 4G -pagesize 64K -explain
  sasiotest test.out -r -sgio -filesize 4G -pagesize 64K -numpages 16
";
