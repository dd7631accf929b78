//! Invalid input and faults: one clear line, exit code 2, and nothing lost.

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::test_folder::{PROGRAM, ProgramOutput, TestFolder};

const MIB: usize = 1 << 20;

/// A line of arguments, and what the message must contain.
const LINES: [(&str, &[&str]); 26] = [
    ("measure data --pgae 8K", &["'--pgae'", "'--page'"]),
    ("meassure data", &["'meassure'", "'measure'"]),
    ("measure", &["<FILE>"]),
    ("measure data --page 64Q", &["'Q' is not a unit of size", "--page"]),
    ("measure data --page many", &["'many' is not a size", "--page"]),
    ("measure data --page 1.5M", &["1.5M", "--page"]),
    ("measure data --size 0", &["zero", "--size"]),
    ("measure data --size -4", &["'-4' is not a size", "--size"]),
    (
        "measure data --size 9999999999999T",
        &["larger than any file", "--size"],
    ),
    ("measure data --size 99999999999999999999999", &["larger than any file"]),
    ("measure data --time soon", &["--time", "number of seconds"]),
    ("measure data --time 0", &["--time", "zero seconds"]),
    ("measure data --depth 0", &["--depth"]),
    ("measure data --method driect", &["'direct'", "--method"]),
    (
        "measure data --method direct --page 1000",
        &["multiple of", "use --page"],
    ),
    (
        "measure data --method direct --size 100000",
        &["multiple of", "use --size"],
    ),
    (
        "measure new --do write --size 1M --method direct --page 64",
        &["multiple of", "use --page"],
    ),
    ("measure nowhere", &["cannot open nowhere", "no such file"]),
    (
        "measure no/where --do write --size 1M",
        &["cannot open no/where", "no such file"],
    ),
    ("measure folder", &["folder is a folder", "ordinary file"]),
    ("measure folder --do write --size 1M", &["folder is a folder"]),
    ("measure /dev/null", &["character device"]),
    ("measure data --size 2M", &["--size 2M", "1048576 bytes of data"]),
    ("measure empty", &["empty holds 0 bytes"]),
    ("measure data --json folder", &["folder is a folder"]),
    ("measure data --json no/result", &["there is no folder no"]),
];

#[test]
fn each_bad_line_is_told_in_one() {
    let dir = TestFolder::new();
    dir.file("data", MIB);
    dir.file("empty", 0);
    fs::create_dir(dir.path("folder")).expect("a folder");
    let names = dir.names();
    for (line, words) in LINES {
        let said = dir.fail(line);
        assert!(said.starts_with("feedrate: "), "{line}: {said}");
        for word in words {
            assert!(said.contains(word), "{line}: no {word} in: {said}");
        }
        assert_eq!(dir.names(), names, "{line}");
    }
}

#[test]
fn a_pipe_is_refused_without_waiting_for_its_other_end() {
    let dir = TestFolder::new();
    let made = Command::new("mkfifo").arg(dir.path("pipe")).status();
    assert!(made.expect("mkfifo").success());
    for line in [
        "measure pipe",
        "measure pipe --do write --size 1M",
        "measure pipe --cold",
    ] {
        assert!(dir.fail(line).contains("pipe is a pipe"), "{line}");
    }
}

#[test]
fn a_block_device_is_refused() {
    let dir = TestFolder::new();
    let devices = fs::read_dir("/dev").into_iter().flatten().flatten();
    let is_block = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_block_device());
    let Some(device) = devices.into_iter().find(is_block) else {
        eprintln!("there is no block device to try");
        return;
    };
    let path = device.path().display().to_string();
    for line in [
        // Even if it were not, there is nothing to measure, so nothing would be written.
        format!("measure nowhere --json {path}"),
        format!("measure {path}"),
        format!("measure {path} --do write --size 1M"),
    ] {
        assert!(dir.fail(&line).contains("is a block device"), "{line}");
    }
}

#[test]
fn an_unreadable_file_is_told() {
    let dir = TestFolder::new();
    let path = dir.file("secret", MIB);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("its mode");
    let mut command = dir.command("measure secret");
    if rustix::process::geteuid().is_root() {
        // The superuser can read everything, so another user must try.
        command.uid(65_534).gid(65_534);
    }
    match command.output() {
        Ok(_) => {
            let said = ProgramOutput::of(command).failed("measure secret");
            assert!(said.contains("permission denied"), "{said}");
        }
        Err(error) => eprintln!("another user cannot start the program: {error}"),
    }
}

#[test]
fn what_feedrate_did_not_make_is_not_written_to() {
    let dir = TestFolder::new();
    let path = dir.file("theirs", MIB);
    let before = fs::read(&path).expect("the file");
    dir.file("data", MIB);
    for line in [
        "measure theirs --do write --size 1M",
        "measure theirs --do write --size 1M --target overwrite --method direct",
        "measure theirs --do write-back",
        "measure theirs --do mix",
        "measure data --do mix --write-to theirs",
        "measure new theirs --do write --size 1M --run-as processes",
    ] {
        assert!(dir.fail(line).contains("not made by feedrate"), "{line}");
    }
    assert!(
        dir.fail("measure data --json theirs")
            .contains("not written by feedrate")
    );
    assert_eq!(fs::read(&path).expect("the file"), before);
    assert_eq!(dir.names(), ["data", "theirs"]);
}

#[test]
fn too_little_space_is_told_before_anything_is_written() {
    let dir = TestFolder::new();
    let said = dir.fail("measure new --do write --size 1000000T");
    assert!(said.contains("no space"), "{said}");
    assert_eq!(dir.names(), Vec::<String>::new());
}

#[test]
fn no_space_in_the_middle_leaves_nothing_behind() {
    let dir = TestFolder::new();
    for options in [
        "",
        "--run-as processes",
        "--method direct --depth 4",
        "--repeats 2 --json -",
    ] {
        let mut shell = Command::new("sh");
        // 1,000 blocks, of 512 bytes or of 1,024, depending on the shell.
        shell.args(["-c", "ulimit -f 1000; exec \"$@\"", "sh", PROGRAM]);
        shell.args("measure new --do write --size 4M".split_whitespace());
        shell.args(options.split_whitespace());
        let said = ProgramOutput::of(dir.prepare(shell)).failed(options);
        assert!(
            said.contains("cannot write") && said.contains("ulimit -f"),
            "{options}: {said}"
        );
        assert_eq!(dir.names(), Vec::<String>::new(), "{options}");
    }
}

#[test]
fn a_file_in_use_is_told() {
    let dir = TestFolder::new();
    dir.succeed("measure file --do write --size 1M");
    let file = fs::File::open(dir.path("file")).expect("the file");
    rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive).expect("its lock");
    let said = dir.fail("measure file");
    assert!(said.contains("in use by another process"), "{said}");
}
