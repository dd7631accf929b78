//! The output as a whole, in each of the original's layouts.

use insta::assert_snapshot;

use crate::sasiotest::support::{Folder, redact};

#[test]
fn writing_and_reading_with_defaults_warns_of_them() {
    let folder = Folder::new();
    assert_snapshot!(redact(&folder.must("test.out -w")), @r"
    SAS I/O Test Utility: v2.0
    WARNING: Filesize option not specified. Defaulting to 1 MB file size.
    WARNING: Pagesize option not specified. Defaulting to 8K page size.
    Sequentially writing 1048576 bytes to file: test.out with an 8192 page size.
    Write Throughput: # MB/Sec.
    Elapsed time: # Secs
    ");
    let read = folder.must("test.out");
    assert_snapshot!(redact(&read), @r"
    SAS I/O Test Utility: v2.0
    WARNING: Filesize option not specified. Defaulting to 1 MB file size.
    WARNING: Pagesize option not specified. Defaulting to 8K page size.
    Sequentially reading 1048576 bytes from file: test.out with an 8192 page size.
    Read Throughput: # MB/Sec.
    Elapsed time: # Secs
    ");
    for figure in read.split_whitespace().filter(|word| word.parse::<f64>().is_ok()) {
        if let Some((_, decimals)) = figure.split_once('.') {
            assert_eq!(decimals.len(), 6, "{figure}");
        }
    }
}

#[test]
fn given_sizes_are_not_warned_of() {
    let folder = Folder::new();
    assert_snapshot!(redact(&folder.must("test.out -w -pagesize 64k -filesize 512K")), @r"
    SAS I/O Test Utility: v2.0
    Sequentially writing 524288 bytes to file: test.out with a 65536 page size.
    Write Throughput: # MB/Sec.
    Elapsed time: # Secs
    ");
}

#[test]
fn random_reads_and_reads_with_history() {
    let folder = Folder::new();
    folder.must("test.out -w");
    assert_snapshot!(redact(&folder.must("test.out -r -ran -pagesize 64k -filesize 1M")), @r"
    SAS I/O Test Utility: v2.0
    Random Reads: Reading 16 pages from file: test.out with a 65536 page size.
    Read Throughput: # MB/Sec.
    Elapsed time: # Secs
    ");
    assert_snapshot!(redact(&folder.must("test.out -ran -pagesize 4k -filesize 1M -unbuffered")), @r"
    SAS I/O Test Utility: v2.0
    Read with History: Reading 256 pages from file: test.out with a 4096 page size.
    Read Throughput: # MB/Sec.
    Elapsed time: # Secs
    ");
}

#[test]
fn reading_and_writing_back() {
    let folder = Folder::new();
    folder.must("test.out -w");
    assert_snapshot!(redact(&folder.must("test.out -rw -pagesize 8k -filesize 1M")), @r"
    SAS I/O Test Utility: v2.0
    Random Reads and Writes: Reading and Writing 128 pages to file: test.out with an 8192 page size.
    Read/Write Throughput: # MB/Sec.
    Elapsed time: # Secs
    ");
}

#[test]
fn scattering_and_gathering() {
    let folder = Folder::new();
    if !folder.takes_direct_io() {
        return;
    }
    let gathered = folder.must("test.out -w -sgio -pagesize 4k -filesize 2M -numpages 256");
    assert_snapshot!(redact(&gathered), @r"
    SAS I/O Test Utility: v2.0
    Gather Writing 256 pages - 2 iterations to file: test.out with a 4096 page size.
    Write Throughput: # MB/Sec.
    Elapsed time: # Secs
    ");
    let scattered = folder.must("test.out -r -sgio -pagesize 8k -filesize 2M -numpages 16");
    assert_snapshot!(redact(&scattered), @r"
    SAS I/O Test Utility: v2.0
    Scatter Reading 16 pages - 16 iterations from file: test.out with an 8192 page size.
    Read Throughput: # MB/Sec.
    Elapsed time: # Secs
    ");
}

#[test]
fn the_throughput_is_of_the_elapsed_time() {
    let folder = Folder::new();
    let printed = folder.must("test.out -w -filesize 8M");
    let after = |label: &str| -> f64 {
        let rest = printed.split(label).nth(1).unwrap();
        rest.split_whitespace().next().unwrap().parse().unwrap()
    };
    let mebibytes = after("Throughput:") * after("time:");
    assert!((mebibytes - 8.0).abs() < 0.01, "{mebibytes}");
}

#[test]
fn help_fits_a_terminal_and_names_every_option() {
    let help = feedrate_dialects::sasiotest::HELP;
    assert!(help.lines().all(|line| line.len() <= 80));
    for option in [
        "-r ",
        "-w ",
        "-rw ",
        "-seq ",
        "-ran ",
        "-filesize ",
        "-pagesize ",
        "-sgio ",
        "-numpages ",
        "-unbuffered ",
        "-writethru ",
        "-explain ",
        "-force ",
    ] {
        assert!(help.contains(&format!("\n  {option}")), "{option}");
    }
}
