//! Tests of the output about the arguments.

use super::super::{explain, profile};
use super::test;

#[test]
fn the_profile_is_that_of_the_original() {
    let lines = |line: &str| profile::profile(&test(line));
    insta::assert_snapshot!(lines(r"-d120 -W15 -L -r -w40 -t8 -b64K -Su -c10G F:\perfdisk.io"));
    insta::assert_snapshot!(lines(
        "-v -F4 -O8 -D500 -a0,1 -B1M:1G -si128K -Sbw -frst -Zr -i10 -j20 -g500i -I1 x.dat"
    ));
    insta::assert_snapshot!(lines("-n -t2 -x -T1G -Sm -Z1500K -z7 -w100 a.dat b.dat"));
    insta::assert_snapshot!(lines("-rdpct90/10:0/10:5/20 -Sh -Z -o1 -g1024 a.dat"));
    insta::assert_snapshot!(lines("-rdabs90/10G:5/20G -rs100 a.dat"));
    let with_file = lines("-Z20M,data.bin -C5 -w1 a.dat");
    assert!(with_file.contains("\t\twrite buffer size: 20MiB\n\t\twrite buffer source: 'data.bin'\n"));
    assert!(with_file.contains("\tcool down time: 5s\n"));
}

#[test]
fn the_words_of_a_test() {
    let words = |line: &str| explain::explain(&test(line));
    insta::assert_snapshot!(words("-d120 -W15 -L -r -w40 -t8 -b64K -Su -c10G perfdisk.io"));
    insta::assert_snapshot!(words(
        "-F4 -si128K -Sbw -i10 -j20 -g500 -a0,1 -l -B1M:1G -w100 -Z x.dat"
    ));
    for line in [
        "-rs10 x",
        "-rdpct90/10 -Sm x",
        "-w1 -Z1M,data.bin -C5 x",
        "-T1G -Zr -w100 x",
        "-g5i -Sh -F2 -O3 x",
    ] {
        assert!(words(line).lines().all(|line| line.chars().count() <= 80));
    }
}

#[test]
fn sizes_are_told_in_their_largest_unit() {
    for (bytes, text) in [
        (0, "0"),
        (512, "512"),
        (1536, "1.50KiB"),
        (64 << 10, "64KiB"),
        (1024 << 20, "1GiB"),
        (3 << 40, "3TiB"),
    ] {
        assert_eq!(profile::size(bytes), text);
    }
}
