//! Tests lists of traps.

use std::io;
use std::path::Path;

use super::*;
use crate::resolve::{Reading, resolve};
use crate::text::{VariableValues, sections};

pub(crate) fn jobs(text: &str, strict: bool) -> Jobs {
    let sections = sections(text, Path::new("jobs.fio"), 0, &mut |_| {
        Err(io::Error::from(io::ErrorKind::NotFound))
    })
    .unwrap();
    let surroundings = VariableValues {
        variable: &|_| None,
        processors: 4,
        page_bytes: 4096,
        memory_mib: 2000,
    };
    let reading = Reading {
        strict,
        only: &[],
        surroundings: &surroundings,
    };
    resolve(&sections, &reading).unwrap()
}

const TRAPS: &str = "\
[global]
ioengine = libaio
bs = 64k
iodepth=16
mem=malloc
filename=/data/set#1

[mixed]
rw=randrw
size=1.5g
norandommap
runtime=100000
time_based

[writers]
rw=write:4
size=1000000
filename=/data/other
numjobs=4
ioengine=psync
thinktime=100
numjobs=8
[global]
direct=1
";

#[test]
fn traps_with_their_lines() {
    insta::assert_snapshot!(lint(&jobs(TRAPS, false)));
}

#[test]
fn traps_as_fio_reads_them() {
    let text = TRAPS.replace("ioengine = libaio", "ioengine=libaio");
    let text = text.replace("1.5g", "1500.5");
    insta::assert_snapshot!(lint(&jobs(&text.replace("bs = 64k", "bs = 4k"), true)));
}

#[test]
fn nothing_to_say_of_a_plain_job() {
    let text = "[a]\nrw=read\nbs=256k\nsize=1g\ndirect=1\nioengine=io_uring\niodepth=8\n";
    let text = lint(&jobs(text, false));
    assert_eq!(text, "0 traps, 0 warnings, 0 hints, 0 substituted, 0 ignored\n");
}

/// The shares are those of fio 3.33's recordings of these jobs (`write_iolog`).
#[test]
fn a_mix_in_order_is_told_how_much_it_reads_of_its_own() {
    let said = |options: &str| lint(&jobs(&format!("[a]\nrw=rw\nbs=128k\n{options}\n"), false));
    let text = said("size=8m").replace("\n    ", " ");
    assert!(text.contains("52 % of the blocks that this job"), "{text}");
    assert!(text.contains("the page cache has them"), "{text}");
    let text = said("size=1500m").replace("\n    ", " ");
    assert!(text.contains("99 % of the blocks that this job"), "{text}");
    for without in ["size=8m\nrandrepeat=0", "size=50%", "size=8m\nrw=randrw"] {
        assert!(!said(without).contains("of the blocks that this job"), "{without}");
    }
}

/// fio 3.33 ends `rw=randrw bs=4k,16k size=1m` after 25 blocks.
#[test]
fn a_map_of_two_lengths_is_told() {
    let said = |options: &str| lint(&jobs(&format!("[a]\nsize=1m\n{options}\n"), false)).replace("\n    ", " ");
    for (options, is_told) in [
        ("rw=randrw\nbs=4k,16k", true),
        ("rw=randread\nbs=4k,16k\nbs_is_seq_rand=1", true),
        ("rw=randrw\nbs=4k", false),
        ("rw=randread\nbs=4k,16k", false),
        ("rw=randrw\nbs=4k,16k\nnorandommap", false),
    ] {
        assert_eq!(said(options).contains("in its own unit"), is_told, "{options}");
    }
}

#[test]
fn lines_are_no_wider_than_the_page() {
    let text = lint(&jobs(TRAPS, false));
    assert!(text.lines().all(|line| line.chars().count() <= 80));
}
