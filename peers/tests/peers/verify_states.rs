//! The progress of a job that verifies, as feedrate and fio keep it (`verify_state_save`), is the same, and each goes
//! on from the other's file.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::program::{feedrate, folder, peer_succeeds};

/// The name of the file that both write.
const STATE: &str = "local-a-0-verify.state";

/// Runs a job in a folder, and returns its results.
fn run(program: &Path, first: &[&str], options: &str, folder: &Path) -> Value {
    let output = Command::new(program)
        .args(first)
        .args(["--output-format=json", "--name=a", "--filename=f", "--bs=4k"])
        .args(options.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| panic!("{} is needed here ({error})", program.display()));
    assert!(
        output.status.success(),
        "{}: {options}: {}",
        program.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    let results: Value = serde_json::from_slice(&output.stdout).expect("results in JSON");
    results["jobs"][0].clone()
}

fn fio(options: &str, folder: &Path) -> Value {
    run(Path::new("fio"), &[], options, folder)
}

fn ours(options: &str, folder: &Path) -> Value {
    let first = ["fio", "--overwrite-foreign"];
    run(feedrate(), &first, options, folder)
}

#[test]
fn both_keep_the_same_state() {
    for options in [
        "--rw=randwrite",
        "--rw=write",
        "--rw=randwrite --random_generator=tausworthe64",
        "--rw=randwrite --random_generator=lfsr",
        "--rw=randwrite --norandommap",
    ] {
        let options =
            format!("{options} --size=1m --verify=crc32c --do_verify=0 --number_ios=37 --verify_state_save=1");
        let (here, there) = (folder(), folder());
        ours(&options, here.path());
        fio(&options, there.path());
        let [our, their] = [&here, &there].map(|of| fs::read(of.path().join(STATE)).expect(STATE));
        assert_eq!(our, their, "{options}");
        let path = here.path().join(STATE);
        let told = peer_succeeds("fio-verify-state", [path]);
        assert!(told.contains("Number IOs:\t37"), "{told}");
    }
}

#[test]
fn each_verifies_what_the_other_wrote_and_no_more() {
    // A pattern is the same for both, behind the mark of a file's beginning.
    let common = "--size=1m --offset=64k --verify=pattern --verify_pattern=0xdeadbeef";
    let write = format!("{common} --rw=randwrite --do_verify=0 --number_ios=37 --verify_state_save=1");
    let read = format!("{common} --rw=randread --verify_state_load=1");
    let verified = |results: Value| results["read"]["total_ios"].as_u64();
    for engine in ["--ioengine=psync", "--ioengine=libaio --iodepth=8"] {
        let (write, read) = (format!("{write} {engine}"), format!("{read} {engine}"));
        let here = folder();
        ours(&write, here.path());
        assert_eq!(verified(fio(&read, here.path())), Some(37), "{engine}");
        let there = folder();
        fio(&write, there.path());
        assert_eq!(verified(ours(&read, there.path())), Some(37), "{engine}");
    }
}
