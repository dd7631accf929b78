//! The answers of feedrate and fio to the same job, which must be the same.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{assert_fails, figures, folder, make_file, measure, number, peer_succeeds};

/// Runs a job in fio and gives its only job's JSON.
fn fio(file: &Path, options: &str) -> Value {
    let text = peer_succeeds(
        "fio",
        ["--name=peer", "--thread", "--output-format=json"]
            .map(str::to_owned)
            .into_iter()
            .chain([format!("--filename={}", file.display())])
            .chain(options.split_whitespace().map(str::to_owned)),
    );
    let start = text.find('{').expect("fio prints JSON");
    let document: Value = serde_json::from_str(&text[start..]).expect("fio prints JSON");
    document["jobs"][0].clone()
}

#[test]
fn fio_reads_all_of_a_file_that_feedrate_wrote() {
    let folder = folder();
    for (name, options) in [
        ("cached", "--method cached --page 64K"),
        ("direct", "--method direct --page 16K --pages 16"),
        ("overlapped", "--method direct --page 256K --depth 8"),
        ("reserved", "--method direct --page 1M --target reserve"),
        ("through", "--method write-through --page 512K"),
        ("odd", "--method cached --page 10000"),
    ] {
        let file = folder.path().join(name);
        let size: u64 = if name == "odd" { 16_000_000 } else { 16 << 20 };
        figures(&file, &format!("--do write --size {size} {options}"));
        assert_eq!(fs::metadata(&file).unwrap().len(), size, "{name}");
        let block = if name == "odd" { "4000" } else { "64k" };
        let job = fio(&file, &format!("--rw=read --bs={block} --ioengine=psync"));
        assert_eq!(number(&job, "/read/io_bytes"), size, "{name}");
        assert_eq!(number(&job, "/error"), 0, "{name}");
    }
}

#[test]
fn feedrate_reads_what_fio_wrote_and_refuses_to_write_to_it() {
    let folder = folder();
    let file = folder.path().join("theirs");
    fio(
        &file,
        "--rw=write --bs=64k --size=8m --ioengine=psync --buffer_pattern=0xfe",
    );
    let read = figures(&file, "--method direct --page 64K --depth 4");
    assert_eq!(number(&read, "/read/bytes"), 8 << 20);
    let refused = measure(&file, "--do write --size 8M --method direct --page 64K");
    assert_fails(&refused, "was not made by feedrate");
    assert!(fs::read(&file).unwrap().iter().all(|&byte| byte == 0xfe));
}

#[test]
fn the_same_job_moves_the_same_bytes_in_as_many_transfers() {
    let folder = folder();
    let file = folder.path().join("data");
    make_file(&file, "16M");
    let uring = "--ioengine=io_uring --direct=1 --iodepth";
    for (feedrate_options, fio_options) in [
        ("--method cached --page 4K", "--bs=4k --ioengine=psync".into()),
        ("--method cached --page 64K", "--bs=64k --ioengine=psync".into()),
        (
            "--method unbuffered --page 16K",
            "--bs=16k --ioengine=psync --direct=1".into(),
        ),
        (
            "--method direct --page 16K --depth 16",
            format!("--bs=16k {uring}=16 --fixedbufs"),
        ),
        (
            "--method direct --page 64K --pages 4 --depth 2",
            format!("--bs=256k {uring}=2"),
        ),
        ("--method direct --page 1M --depth 8", format!("--bs=1m {uring}=8")),
    ] {
        for (direction, what, pattern) in [
            ("read", "read", "read"),
            ("write", "write --target overwrite", "write --overwrite=1"),
        ] {
            let ours = figures(&file, &format!("--do {what} --size 16M {feedrate_options}"));
            let theirs = fio(&file, &format!("--rw={pattern} --size=16m {fio_options}"));
            let pairs = [
                (format!("/{direction}/bytes"), format!("/{direction}/io_bytes")),
                (format!("/{direction}/operations"), format!("/{direction}/total_ios")),
            ];
            for (our_path, their_path) in pairs {
                assert_eq!(
                    number(&ours, &our_path),
                    number(&theirs, &their_path),
                    "{our_path} of {feedrate_options}"
                );
            }
            if direction == "write" {
                // fio has overwritten the mark, without which feedrate would refuse to go on.
                fs::remove_file(&file).unwrap();
                make_file(&file, "16M");
            }
        }
    }
}

#[test]
fn random_reads_are_as_many_as_in_fio() {
    let folder = folder();
    let file = folder.path().join("data");
    make_file(&file, "16M");
    let ours = figures(&file, "--order random --method direct --page 4K --depth 32");
    let theirs = fio(
        &file,
        "--rw=randread --bs=4k --size=16m --direct=1 --ioengine=io_uring --iodepth=32",
    );
    assert_eq!(number(&ours, "/read/operations"), 4096);
    assert_eq!(number(&theirs, "/read/total_ios"), 4096);
}
