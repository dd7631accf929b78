//! The files that a run leaves behind when it is ended from outside.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::mark;

use crate::program::{figures, folder, measure, names};
use crate::slow::slow_write;

/// A write that would go on for a minute.
fn writing(file: &Path, options: &str) -> Child {
    slow_write(file, &format!("--size 64M --time 60 {options}"))
}

fn signalled(mut child: Child, signal: libc::c_int) -> ExitStatus {
    // SAFETY: the child is ours and was not waited for, so the number is still its own.
    unsafe { libc::kill(child.id() as libc::pid_t, signal) };
    child.wait().expect("a child that ends")
}

const METHODS: [&str; 2] = ["--method cached --page 64K", "--method direct --page 64K --depth 8"];

#[test]
fn sigkill_leaves_only_a_file_that_feedrate_knows_as_its_own() {
    for method in METHODS {
        let folder = folder();
        let file = folder.path().join("data");
        let status = signalled(writing(&file, method), libc::SIGKILL);
        assert_eq!(status.signal(), Some(libc::SIGKILL));
        assert_eq!(names(folder.path()), ["data"]);
        let start = fs::read(&file).unwrap();
        assert!(start.starts_with(mark::MARK), "it bears no mark");
        // A later run takes it for its own, once the kernel has taken apart what the dead one had open.
        let options = format!("--do write --size 8M {method}");
        let patience = Instant::now() + Duration::from_secs(10);
        while !measure(&file, &options).status.success() {
            assert!(Instant::now() < patience, "it is never free again");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_run_that_is_asked_to_stop_says_so_and_leaves_nothing() {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        for method in METHODS {
            let folder = folder();
            let file = folder.path().join("data");
            let status = signalled(writing(&file, method), signal);
            assert_eq!(status.code(), Some(128 + signal));
            assert_eq!(names(folder.path()), [""; 0]);
        }
    }
}

#[test]
fn a_run_that_is_stopped_keeps_a_file_that_was_there_before() {
    let folder = folder();
    let file = folder.path().join("data");
    figures(&file, "--do write --size 8M --page 64K");
    let child = writing(&file, "--method cached --page 64K --target overwrite");
    signalled(child, libc::SIGINT);
    assert_eq!(names(folder.path()), ["data"]);
}
