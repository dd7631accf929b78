//! `feedrate iotest` beside dd, which the scripts run: the same calls for the same blocks.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::loop_disk::LoopDisk;
use crate::program::{feedrate, folder, names, peer, peer_succeeds};
use crate::trace::whole_calls;

const BLOCK: u64 = 64 << 10;
const BLOCKS: u64 = 40;

/// The calls that move a file or say how, of both programs.
const CALLS: &str =
    "trace=openat,read,write,pread64,pwrite64,preadv2,pwritev2,fadvise64,fsync,fdatasync,sync_file_range";

/// The calls of a command under strace.
fn calls(log: &Path, command: &[&str]) -> Vec<String> {
    let log_name = log.display().to_string();
    let options = ["-f", "-s0", "-e", CALLS, "-o", &log_name];
    peer_succeeds("strace", options.iter().chain(command));
    whole_calls(&fs::read_to_string(log).expect("strace wrote its log"))
}

/// The number of calls of any of these names that moved one block.
fn blocks(calls: &[String], names: &[&str]) -> u64 {
    let moved = format!("= {BLOCK}");
    let is_one = |call: &&String| {
        let is_named = names.iter().any(|name| call.starts_with(&format!("{name}(")));
        is_named && call.ends_with(&moved)
    };
    calls.iter().filter(is_one).count() as u64
}

#[test]
fn files_are_written_and_read_by_the_calls_of_dd() {
    let folder = folder();
    let at = folder.path();
    let file = at.join("dd").display().to_string();
    let (size, count) = (format!("bs={BLOCK}"), format!("count={BLOCKS}"));
    let (to, from) = (format!("of={file}"), format!("if={file}"));
    let written = calls(&at.join("log"), &["dd", "if=/dev/zero", &to, &size, &count]);
    let read = calls(&at.join("log"), &["dd", &from, "of=/dev/null", &size]);
    assert_eq!(fs::metadata(at.join("dd")).expect("a file").len(), BLOCK * BLOCKS);

    let program = feedrate().display().to_string();
    let target = at.display().to_string();
    let command = [&program, "iotest", "-i", "2", "-t", &target, "-b", "40", "-s", "64"];
    let ours = calls(&at.join("log"), &command);
    assert_eq!(blocks(&ours, &["pwrite64"]), 2 * blocks(&written, &["write"]));
    assert_eq!(blocks(&written, &["write"]), BLOCKS);
    // Once as dd does, and once more where that came from the page cache.
    let in_both = 2 * blocks(&read, &["read"]);
    assert_eq!(in_both, 2 * BLOCKS);
    let reads = blocks(&ours, &["pread64"]);
    assert!(reads == in_both || reads == 2 * in_both, "{reads}");

    let of_tests: Vec<&String> = ours.iter().filter(|call| call.contains(".feedrate")).collect();
    for word in ["O_DIRECT", "O_DSYNC", "O_SYNC"] {
        assert!(of_tests.iter().all(|call| !call.contains(word)), "{word}");
    }
    // Nothing is flushed while blocks are written: dd does not.
    let is_write = |call: &String| call.starts_with("pwrite64(") && call.ends_with(&format!("= {BLOCK}"));
    let first = ours.iter().position(is_write).expect("a write");
    let last = ours.iter().rposition(is_write).expect("a write");
    let is_flush = |call: &String| call.starts_with("fdatasync(") || call.starts_with("fsync(");
    assert!(!ours[first..=last].iter().any(is_flush));
    assert!(ours[last..].iter().any(is_flush));
    // Nor does it tell the kernel an order. The file that is opened before the first write is another, for the mark.
    let hints = ["POSIX_FADV_SEQUENTIAL", "POSIX_FADV_RANDOM", "POSIX_FADV_WILLNEED"];
    let is_hint = |call: &String| hints.iter().any(|hint| call.contains(hint));
    assert!(!ours[first..].iter().any(is_hint));
}

#[track_caller]
fn assert_refused(output: &Output, text: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert_eq!(errors.lines().count(), 1, "not one line: {errors}");
    assert!(errors.starts_with("iotest: ") && errors.contains(text), "{errors}");
}

#[test]
fn a_small_or_read_only_volume_is_refused_and_left_as_it_was() {
    let Some(disk) = LoopDisk::new("a small volume") else {
        return;
    };
    let before = names(disk.folder());
    let target = disk.folder().display().to_string();
    let run = |options: &[&str]| {
        let arguments = ["iotest", "-t", &target].into_iter().chain(options.iter().copied());
        peer(&feedrate().display().to_string(), arguments)
    };
    for options in [&[][..], &["--filesize", "512M"], &["-i", "1", "-b", "60", "-s", "1024"]] {
        assert_refused(&run(options), "a test takes at most");
        assert_eq!(names(disk.folder()), before, "{options:?}");
    }
    let ran = run(&["-i", "2", "-b", "4", "-s", "1024"]);
    let printed = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && printed.contains(" ext4\n"), "{printed}");
    assert_eq!(names(disk.folder()), before);
    disk.make_read_only();
    assert_refused(&run(&["-i", "2", "-b", "4", "-s", "1024"]), "mounted read-only");
}

#[test]
fn a_volume_that_fills_up_or_fails_meanwhile_is_told_and_nothing_is_left() {
    let folder = folder();
    let target = folder.path().join("target");
    fs::create_dir(&target).expect("a folder");
    let log = folder.path().join("log").display().to_string();
    // The first flush is that of the mark of a new file.
    for (call, error, text) in [
        ("pwrite64", "ENOSPC:when=20", "no space left"),
        ("fdatasync", "EIO:when=2", "the device reported an error"),
        ("pread64", "EIO:when=20", "the device reported an error"),
    ] {
        let (trace, inject) = (format!("trace={call}"), format!("inject={call}:error={error}"));
        let (program, at) = (feedrate().display().to_string(), target.display().to_string());
        let strace = ["-f", "-o", &log, "-e", &trace, "-e", &inject, &program];
        let test = ["iotest", "-i", "1", "-t", &at, "-b", "40", "-s", "64"];
        let ran = peer("strace", strace.into_iter().chain(test));
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{call}: {errors}");
        let last = errors.lines().last().unwrap_or_default();
        assert!(last.starts_with("iotest: ") && last.contains(text), "{call}: {errors}");
        assert!(ran.stdout.is_empty(), "{call}");
        assert_eq!(names(&target), [""; 0], "{call}");
    }
}
