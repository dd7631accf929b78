//! The calls of "Using SASIOTEST to Measure I/O Throughput" (SAS Institute), in the order of the paper and with its
//! lines.
//!
//! Files of gigabytes are of megabytes here; the unit tests of the command compare the lines with the published sizes.

use crate::folder::{Folder, program};

/// The paper's default sizes, which each call without its own tells.
const DEFAULTS: [&str; 2] = [
    "WARNING: Filesize option not specified. Defaulting to 1 MB file size.",
    "WARNING: Pagesize option not specified. Defaulting to 8K page size.",
];

#[test]
fn the_calls_of_the_paper_print_its_lines() {
    let folder = Folder::new();
    for (arguments, line) in [
        (
            "-w",
            "Sequentially writing 1048576 bytes to file: test.out with an 8192 page size.",
        ),
        (
            "-w -pagesize 64k -filesize 512K",
            "Sequentially writing 524288 bytes to file: test.out with a 65536 page size.",
        ),
        (
            "-w -pagesize 64k -filesize 16M",
            "Sequentially writing 16777216 bytes to file: test.out with a 65536 page size.",
        ),
        (
            "-r",
            "Sequentially reading 1048576 bytes from file: test.out with an 8192 page size.",
        ),
        (
            "-r -pagesize 64k -filesize 16M",
            "Sequentially reading 16777216 bytes from file: test.out with a 65536 page size.",
        ),
        (
            "-r -ran -pagesize 64k -filesize 1M",
            "Random Reads: Reading 16 pages from file: test.out with a 65536 page size.",
        ),
        (
            "-rw -pagesize 8k -filesize 1M",
            "Random Reads and Writes: Reading and Writing 128 pages to file: test.out with an 8192 page size.",
        ),
        (
            "-w -sgio -pagesize 4k -filesize 32M -numpages 256",
            "Gather Writing 256 pages - 32 iterations to file: test.out with a 4096 page size.",
        ),
        (
            "-w -sgio -pagesize 64k -filesize 32M -numpages 256",
            "Gather Writing 256 pages - 2 iterations to file: test.out with a 65536 page size.",
        ),
        (
            "-r -sgio -pagesize 4k -filesize 32M -numpages 256",
            "Scatter Reading 256 pages - 32 iterations from file: test.out with a 4096 page size.",
        ),
        (
            "-r -sgio -pagesize 4k -filesize 32M -numpages 2048",
            "Scatter Reading 2048 pages - 4 iterations from file: test.out with a 4096 page size.",
        ),
        (
            "-r -pagesize 8k -filesize 4M -unbuffered",
            "Sequentially reading 4194304 bytes from file: test.out with an 8192 page size.",
        ),
        (
            "-w -pagesize 8k -filesize 4M -unbuffered",
            "Sequentially writing 4194304 bytes to file: test.out with an 8192 page size.",
        ),
        (
            "-r -ran -pagesize 8k -filesize 4M -unbuffered",
            "Read with History: Reading 512 pages from file: test.out with an 8192 page size.",
        ),
        (
            "-w -pagesize 64k -filesize 2M -writethru",
            "Sequentially writing 2097152 bytes to file: test.out with a 65536 page size.",
        ),
    ] {
        let printed = folder.succeed(&format!("sasiotest test.out {arguments}"));
        assert!(printed.contains("SAS I/O Test Utility"), "{printed}");
        assert!(printed.lines().any(|printed| printed == line), "{arguments}: {printed}");
        let has_sizes = arguments.contains("-filesize");
        for default in DEFAULTS {
            assert_eq!(printed.contains(default), !has_sizes, "{arguments}: {printed}");
        }
        for word in ["Throughput: ", " MB/Sec.", "Elapsed time: ", " Secs"] {
            assert!(printed.contains(word), "{arguments}: {printed}");
        }
    }
    assert_eq!(folder.names(), ["test.out"]);
}

#[test]
fn a_file_is_named_by_its_whole_path() {
    let folder = Folder::new();
    // Begins with a drive on Windows.
    let path = folder.path("whole.out");
    let path = path.to_str().expect("a path");
    let ran = folder.run_words(&["sasiotest", path, "-w", "-pagesize", "64k", "-filesize", "512K"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains(&format!("to file: {path} with")), "{}", ran.stdout);
    assert_eq!(folder.names(), ["whole.out"]);
}

#[test]
fn a_copy_of_the_program_is_the_tool_of_its_name() {
    let folder = Folder::new();
    let copy = folder.path("sasiotest.exe");
    std::fs::copy(program(), &copy).expect("a copy");
    let mut command = std::process::Command::new(&copy);
    command.args(["test.out", "-w"]).current_dir(folder.path(""));
    let ran = crate::folder::Output::of(&mut command);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("Sequentially writing 1048576 bytes"),
        "{}",
        ran.stdout
    );
}
