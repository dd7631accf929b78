//! Bad places, faults on the way, interruption.

use std::fs;
use std::io::{self, Write};
use std::process::Command;
use std::thread;
use std::time::Duration;

use feedrate_dialects::sasiotest::{self, Error};
use feedrate_workload::CommandError;
use feedrate_workload::Control;

use crate::sasiotest::support::{Folder, arguments};

#[test]
fn places_that_are_no_files_are_named() {
    let folder = Folder::new();
    fs::create_dir(folder.path("d")).unwrap();
    assert_eq!(folder.message("d"), "d is a folder; name an ordinary file");
    assert_eq!(folder.message("d -w"), "d is a folder; name an ordinary file");
    assert_eq!(folder.message("none"), "cannot open none: no such file or folder");
    assert_eq!(folder.message("none -rw"), "cannot open none: no such file or folder");
    assert_eq!(folder.message("d/e/f -w"), "cannot open d/e/f: no such file or folder");
    for line in ["/dev/null -r", "/dev/null -w -force"] {
        let message = folder.message(line);
        assert_eq!(message, "/dev/null is a character device; name an ordinary file");
    }
    assert_eq!(fs::read_dir(folder.path("d")).unwrap().count(), 0);
}

#[test]
fn misaligned_direct_io_names_the_option_and_the_alignment() {
    let folder = Folder::new();
    if !folder.takes_direct_io() {
        return;
    }
    folder.must("f -w -filesize 30000");
    let page = folder.message("f -unbuffered -pagesize 3000 -filesize 30000");
    assert!(page.starts_with("-pagesize 3000 is not a multiple of "), "{page}");
    assert!(page.ends_with(" bytes, which direct I/O on f needs"), "{page}");
    let size = folder.message("g -w -unbuffered -filesize 10001 -pagesize 4K");
    assert!(size.starts_with("-filesize 10001 is not a multiple of "), "{size}");
    assert!(!folder.path("g").exists(), "a refused test makes no file");
}

#[test]
fn a_transfer_larger_than_memory_is_refused_before_a_file_is_made() {
    let folder = Folder::new();
    for line in [
        "f -w -sgio -pagesize 1G -numpages 1000000 -filesize 1000000G",
        "f -w -pagesize 4096T -filesize 4096T",
    ] {
        let message = folder.message(line);
        assert!(message.contains("memory"), "{message}");
        assert!(!folder.path("f").exists());
    }
}

#[test]
fn a_write_larger_than_the_volume_is_refused_and_changes_nothing() {
    let folder = Folder::new();
    folder.must("ours -w -filesize 64K");
    let before = fs::read(folder.path("ours")).unwrap();
    for line in [
        "f -w -filesize 1000000G -pagesize 1M",
        "f -w -filesize 1000000G -pagesize 1M -writethru -force",
        "ours -w -filesize 1000000G -pagesize 1M",
    ] {
        let (name, _) = line.split_once(' ').unwrap();
        let message = folder.message(line);
        let room = message
            .strip_prefix(&format!("the volume of {name} has room for "))
            .unwrap_or_else(|| panic!("{message}"));
        assert!(
            room.contains(" bytes, fewer than the file size 1073741824000000; free some space"),
            "{message}"
        );
    }
    assert!(!folder.path("f").exists());
    assert!(fs::read(folder.path("ours")).unwrap() == before);
}

#[test]
fn what_a_file_takes_already_counts_as_room() {
    let folder = Folder::new();
    folder.must("f -w -filesize 64M -pagesize 1M");
    let room = |name: &str| {
        let message = folder.message(&format!("{name} -w -filesize 1000000G -pagesize 1M"));
        let words: Vec<&str> = message.split(' ').collect();
        words[7].parse::<i64>().expect("a number of bytes")
    };
    // Others write here too meanwhile, so the least of several differences is looked at.
    let more = (0..5).map(|_| (room("f") - room("g")).abs_diff(64 << 20));
    assert!(more.min().unwrap() < 32 << 20);
}

#[test]
fn a_refused_test_does_not_say_that_it_does_anything() {
    let folder = Folder::new();
    fs::create_dir(folder.path("d")).unwrap();
    fs::write(folder.path("theirs"), "years of work").unwrap();
    for line in [
        "d -r",
        "d -w",
        "none -r",
        "none -rw",
        "d/e/f -w",
        "theirs -w",
        "theirs -r",
        "/dev/null -w -force",
        "f -w -filesize 1000000G -pagesize 1M",
    ] {
        let (ended, printed) = folder.run(line);
        assert!(ended.is_err(), "{line}");
        let mut lines = printed.lines().skip(1);
        assert!(lines.all(|line| line.starts_with("WARNING: ")), "{line}: {printed}");
    }
}

/// Stops a test under way once it has moved something.
fn interrupt(folder: &Folder, line: &str) -> (Result<(), Error>, String) {
    let request = folder.request(line).expect(line);
    let control = Control::default();
    let mut printed = Vec::new();
    let ended = thread::scope(|scope| {
        scope.spawn(|| {
            while control.bytes() == 0 {
                thread::sleep(Duration::from_millis(1));
            }
            control.stop();
        });
        sasiotest::run(&request, &control, &mut printed)
    });
    (ended, folder.leave_out(printed))
}

#[test]
fn an_interrupted_write_tells_what_it_has_and_leaves_nothing() {
    let folder = Folder::new();
    let (ended, printed) = interrupt(&folder, "f -w -filesize 1G -writethru -explain");
    let error = ended.unwrap_err();
    assert!(error.is_interrupted(), "{error}");
    assert_eq!(error.to_string(), "interrupted");
    assert!(printed.contains("Write Throughput: "), "{printed}");
    assert!(printed.contains("Interrupted after "), "{printed}");
    assert!(printed.contains(" of 1073741824 bytes.\n"), "{printed}");
    assert!(printed.contains("the file is gone again"), "{printed}");
    assert!(!folder.path("f").exists());
}

#[test]
fn an_interrupted_write_back_keeps_the_file() {
    let folder = Folder::new();
    folder.must("f -w -filesize 8M");
    let before = fs::read(folder.path("f")).unwrap();
    let (ended, printed) = interrupt(&folder, "f -rw -filesize 8M -pagesize 512 -writethru");
    assert!(matches!(ended, Err(Error::Interrupted)));
    assert!(printed.contains("Read/Write Throughput: "));
    assert!(fs::read(folder.path("f")).unwrap() == before);
}

/// A reader of the output that has seen enough.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn output_that_goes_nowhere_is_an_error() {
    let request = sasiotest::parse(&[], &feedrate_dialects::Drives::default()).unwrap();
    let ended = sasiotest::run(&request, &Control::default(), &mut Closed);
    assert!(matches!(ended, Err(Error::Output(_))));
}

/// Where a child finds the file and the options of the test that it is to run.
const CHILD_FILE: &str = "FEEDRATE_SASIOTEST_FILE";
const CHILD_OPTIONS: &str = "FEEDRATE_SASIOTEST_OPTIONS";

/// The child that the test of space that ends in the middle runs under a limit; not a test of its own.
#[test]
fn child() {
    if let (Some(file), Ok(options)) = (std::env::var_os(CHILD_FILE), std::env::var(CHILD_OPTIONS)) {
        let mut arguments = arguments(&options);
        arguments.insert(0, file);
        let request = sasiotest::parse(&arguments, &feedrate_dialects::Drives::default()).unwrap();
        let ended = sasiotest::run(&request, &Control::default(), &mut io::sink());
        println!("child said: {}", ended.unwrap_err());
    }
}

#[test]
fn space_that_ends_in_the_middle_is_told_and_leaves_nothing() {
    let folder = Folder::new();
    let path = folder.path("f");
    for options in [
        "-w -filesize 4M",
        "-w -filesize 4M -writethru",
        "-w -filesize 4M -explain",
    ] {
        // A limit on the size of files stands in for a full device: 1,024 blocks of at most 1 KiB.
        let output = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 1024; exec \"$0\" \"$@\""])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "sasiotest::faults::child", "--nocapture"])
            .env(CHILD_FILE, &path)
            .env(CHILD_OPTIONS, options)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}");
        assert!(said.contains("child said: cannot write "), "{said}");
        assert!(said.contains("ulimit -f"), "{said}");
        assert!(!path.exists(), "{options}");
    }
}
