//! The output lines of the original, exactly, because scripts parse them.

use std::time::Duration;

use super::request::{Operation, Test};

/// The bytes of SASIOTEST's megabyte.
const MEGABYTE: f64 = (1 << 20) as f64;

/// The first line.
pub(super) const BANNER: &str = "SAS I/O Test Utility: v2.0";

/// Returns warnings about default sizes.
pub(super) fn warnings(test: &Test) -> impl Iterator<Item = &'static str> {
    let file = "WARNING: Filesize option not specified. Defaulting to 1 MB file size.";
    let page = "WARNING: Pagesize option not specified. Defaulting to 8K page size.";
    [
        test.file_size.is_default.then_some(file),
        test.page_size.is_default.then_some(page),
    ]
    .into_iter()
    .flatten()
}

/// Describes the operation.
pub(super) fn operation(test: &Test) -> String {
    let bytes = test.file_size.bytes;
    let page = test.page_size.bytes;
    let file = &test.name;
    let total_pages = bytes / page;
    let transfers = |pages: u32| total_pages / u64::from(pages);
    let what = match test.operation {
        Operation::SequentialRead | Operation::UnbufferedRead => {
            format!("Sequentially reading {bytes} bytes from")
        }
        Operation::SequentialWrite | Operation::UnbufferedWrite | Operation::WriteThrough => {
            format!("Sequentially writing {bytes} bytes to")
        }
        Operation::ScatterRead { pages } => {
            format!("Scatter Reading {pages} pages - {} iterations from", transfers(pages))
        }
        Operation::GatherWrite { pages } => {
            format!("Gather Writing {pages} pages - {} iterations to", transfers(pages))
        }
        Operation::RandomRead => format!("Random Reads: Reading {total_pages} pages from"),
        Operation::ReadWithHistory => {
            format!("Read with History: Reading {total_pages} pages from")
        }
        Operation::ReadWriteBack { .. } => {
            format!("Random Reads and Writes: Reading and Writing {total_pages} pages to")
        }
    };
    format!("{what} file: {file} with {} {page} page size.", article(page))
}

/// Returns the two lines of the result.
pub(super) fn result(operation: Operation, bytes: u64, elapsed: Duration) -> String {
    let name = match (operation.reads(), operation.writes()) {
        (true, true) => "Read/Write",
        (true, false) => "Read",
        (false, _) => "Write",
    };
    let seconds = elapsed.as_secs_f64();
    let rate = if seconds > 0.0 {
        bytes as f64 / MEGABYTE / seconds
    } else {
        0.0
    };
    format!("{name} Throughput: {rate:.6} MB/Sec.\nElapsed time: {seconds:.6} Secs\n")
}

/// Returns the line about an interrupted test.
pub(super) fn interrupted(bytes: u64, of: u64) -> String {
    format!("Interrupted after {bytes} of {of} bytes.\n")
}

/// Returns "an" if the number begins with a vowel when read aloud: eight, eleven, eighteen and their compounds.
fn article(number: u64) -> &'static str {
    let digits = number.to_string();
    // Numbers are read in groups of three digits, the first of which may have fewer.
    let first = &digits[..(digits.len() - 1) % 3 + 1];
    if first.starts_with('8') || first == "11" || first == "18" {
        "an"
    } else {
        "a"
    }
}

#[cfg(test)]
mod tests {
    use super::super::request::Request;
    use super::*;
    use crate::drives::Drives;

    /// Returns the line that describes the arguments.
    fn line(arguments: &str) -> String {
        let arguments: Vec<_> = arguments.split(' ').map(Into::into).collect();
        let drives = Drives::parse("c:=/mnt/c;d:=/mnt/d").unwrap();
        match super::super::parse(&arguments, &drives) {
            Ok(Request::Test(test)) => operation(&test),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_lines_of_the_paper_come_out_letter_for_letter() {
        let cases = [
            (
                r"test.out -w",
                r"Sequentially writing 1048576 bytes to file: test.out with an 8192 page size.",
            ),
            (
                r"d:\test.out -w -pagesize 64k -filesize 512K",
                r"Sequentially writing 524288 bytes to file: d:\test.out with a 65536 page size.",
            ),
            (
                r"c:\test.out -r",
                r"Sequentially reading 1048576 bytes from file: c:\test.out with an 8192 page size.",
            ),
            (
                r"c:\test.out -r -pagesize 64k -filesize 4G",
                r"Sequentially reading 4294967296 bytes from file: c:\test.out with a 65536 page size.",
            ),
            (
                r"c:\test.out -r -ran -pagesize 64k -filesize 1M",
                r"Random Reads: Reading 16 pages from file: c:\test.out with a 65536 page size.",
            ),
            (
                r"c:\test.out -rw -pagesize 8k -filesize 1M",
                r"Random Reads and Writes: Reading and Writing 128 pages to file: c:\test.out with an 8192 page size.",
            ),
            (
                r"test.out -w -sgio -pagesize 4k -filesize 2G -numpages 256",
                r"Gather Writing 256 pages - 2048 iterations to file: test.out with a 4096 page size.",
            ),
            (
                r"test.out -r -sgio -pagesize 4k -filesize 4G -numpages 256",
                r"Scatter Reading 256 pages - 4096 iterations from file: test.out with a 4096 page size.",
            ),
            (
                r"test.out -r -ran -pagesize 8k -filesize 4G -unbuffered",
                // The paper has "a 8192" here and "an 8192" elsewhere.
                r"Read with History: Reading 524288 pages from file: test.out with an 8192 page size.",
            ),
            (
                r"c:\test.out -w -pagesize 64k -filesize 2G -writethru",
                r"Sequentially writing 2147483648 bytes to file: c:\test.out with a 65536 page size.",
            ),
        ];
        for (arguments, expected) in cases {
            assert_eq!(line(arguments), expected);
        }
    }

    #[test]
    fn the_article_is_as_the_number_is_read() {
        for an in [8, 80, 800, 8192, 11_264, 18_432, 81_920, 819_200, 8 << 20, 11] {
            assert_eq!(article(an), "an", "{an}");
        }
        for a in [1, 1024, 1100, 4096, 16_384, 65_536, 110_592, 180_000, 1 << 20] {
            assert_eq!(article(a), "a", "{a}");
        }
    }

    #[test]
    fn figures_have_six_decimals_and_a_megabyte_is_two_to_the_twentieth() {
        let lines = result(Operation::SequentialWrite, 3 << 20, Duration::from_micros(1_500_000));
        assert_eq!(
            lines,
            "Write Throughput: 2.000000 MB/Sec.\nElapsed time: 1.500000 Secs\n"
        );
        assert!(result(Operation::RandomRead, 0, Duration::ZERO).contains(" 0.000000 MB/Sec."));
    }
}
