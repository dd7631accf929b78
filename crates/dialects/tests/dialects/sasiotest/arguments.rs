//! The arguments that are understood, and the refusal of the others.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;

use feedrate_dialects::Drives;
use feedrate_dialects::sasiotest::{self, Operation, Request, Test};
use insta::assert_snapshot;
use proptest::prelude::*;

use crate::sasiotest::support::arguments;

fn test(line: &str) -> Test {
    match sasiotest::parse(&arguments(line), &Drives::default()) {
        Ok(Request::Test(test)) => test,
        other => panic!("{line}: {other:?}"),
    }
}

fn refused(lines: &[&str]) -> String {
    lines
        .iter()
        .map(|line| match sasiotest::parse(&arguments(line), &Drives::default()) {
            Err(error) => format!("{line}\n    {error}\n"),
            Ok(request) => panic!("{line}: {request:?}"),
        })
        .collect()
}

#[test]
fn a_bare_call_asks_for_help() {
    assert_eq!(sasiotest::parse(&[], &Drives::default()).unwrap(), Request::Help);
    for help in ["-h", "-HELP", "--help", "-?"] {
        assert_eq!(
            sasiotest::parse(&arguments(help), &Drives::default()).unwrap(),
            Request::Help
        );
    }
}

#[test]
fn options_choose_the_operation() {
    let cases = [
        ("f", Operation::SequentialRead),
        ("f -r -seq", Operation::SequentialRead),
        ("f -unbuffered", Operation::UnbufferedRead),
        ("f -ran", Operation::RandomRead),
        ("f -r -ran -unbuffered", Operation::ReadWithHistory),
        ("f -sgio -numpages 16", Operation::ScatterRead { pages: 16 }),
        ("f -w", Operation::SequentialWrite),
        ("f -w -unbuffered", Operation::UnbufferedWrite),
        ("f -w -writethru", Operation::WriteThrough),
        (
            "f -w -sgio -numpages 8 -unbuffered",
            Operation::GatherWrite { pages: 8 },
        ),
        ("f -rw", Operation::ReadWriteBack { through: false }),
        ("f -rw -ran -writethru", Operation::ReadWriteBack { through: true }),
        // No effect on reading, and no harm.
        ("f -r -writethru -unbuffered", Operation::UnbufferedRead),
    ];
    for (line, operation) in cases {
        assert_eq!(test(line).operation, operation, "{line}");
    }
}

#[test]
fn case_and_the_dashes_of_documents_do_not_matter() {
    assert_eq!(test("F -R -RAN"), test("F -r -ran"));
    assert_eq!(test("f –rw –FileSize 5m"), test("f -rw -filesize 5M"));
    assert_eq!(test("F -w").file.to_str(), Some("F"));
}

#[test]
fn sizes_are_powers_of_two_and_have_defaults() {
    let given = test("f -filesize 40m -pagesize 128K");
    assert_eq!((given.file_size.bytes, given.page_size.bytes), (40 << 20, 128 << 10));
    let default = test("f");
    assert_eq!((default.file_size.bytes, default.page_size.bytes), (1 << 20, 8 << 10));
    assert!(default.file_size.is_default && default.page_size.is_default);
}

#[test]
fn what_is_no_command_line_is_refused_in_one_line() {
    assert_snapshot!(refused(&[
        "-w test.out",
        "-pagesize 8k",
        "f -pagesze 8k",
        "f -compress",
        "f -filesize=4G",
        "f g",
        "f /r",
        "f -r -R",
        "f -filesize 1M -filesize 2M",
        "f -filesize",
        "f -filesize -w",
        "f -sgio -numpages",
    ]), @r"
    -w test.out
        the file name must be the first argument, before -w; a name that begins with a hyphen is written ./-w
    -pagesize 8k
        the file name must be the first argument, before -pagesize; a name that begins with a hyphen is written ./-pagesize
    f -pagesze 8k
        -pagesze is not an option; did you mean -pagesize?
    f -compress
        -compress is not an option; run sasiotest without arguments to see all of them
    f -filesize=4G
        -filesize=4G is not an option; did you mean -filesize?
    f g
        'g' is one argument too many: one file name comes first, and options begin with -
    f /r
        '/r' is one argument too many: one file name comes first, and options begin with -
    f -r -R
        -r is given twice; give it once
    f -filesize 1M -filesize 2M
        -filesize is given twice; give it once
    f -filesize
        -filesize needs a value, such as -filesize 4G
    f -filesize -w
        -filesize needs a value, such as -filesize 4G
    f -sgio -numpages
        -numpages needs a value, such as -numpages 16
    ");
    assert!(sasiotest::parse(&["".into(), "-w".into()], &Drives::default()).is_err());
}

#[test]
fn sizes_that_make_no_sense_are_refused() {
    assert_snapshot!(refused(&[
        "f -pagesize 8q",
        "f -filesize 0",
        "f -filesize -5",
        "f -filesize 99999999999T",
        "f -pagesize eight",
        "f -pagesize 2M",
        "f -w -filesize 4K",
        "f -filesize 1000000",
        "f -ran -pagesize 3000",
        "f -rw -filesize 9223372036854775807",
        "f -sgio -numpages 0",
        "f -sgio -numpages -1",
        "f -sgio -numpages 99999999999",
        "f -sgio -numpages 16 -pagesize 6K",
        "f -w -sgio -numpages 100",
        "f -sgio -numpages 4294967295 -pagesize 4096T",
    ]), @r"
    f -pagesize 8q
        -pagesize: 'q' is not a unit of size; use K, M, G or T (powers of 1,024)
    f -filesize 0
        -filesize: a size of zero measures nothing; give at least 1
    f -filesize -5
        -filesize: '-5' is not a size; write a whole number with an optional unit, such as 64K or 2G
    f -filesize 99999999999T
        -filesize: '99999999999T' is larger than any file can be; the most is 8,388,607T
    f -pagesize eight
        -pagesize: 'eight' is not a size; write a whole number with an optional unit, such as 64K or 2G
    f -pagesize 2M
        the page size 2097152 is larger than the file size 1048576 (the default); use smaller pages or more of the file
    f -w -filesize 4K
        the page size 8192 (the default) is larger than the file size 4096; use smaller pages or more of the file
    f -filesize 1000000
        the file size 1000000 is not a multiple of the page size 8192 (the default); use 999424 or 1007616
    f -ran -pagesize 3000
        the file size 1048576 (the default) is not a multiple of the page size 3000; use 1047000 or 1050000
    f -rw -filesize 9223372036854775807
        the file size 9223372036854775807 is not a multiple of the page size 8192 (the default); use 9223372036854767616
    f -sgio -numpages 0
        -numpages: a transfer of no pages moves nothing; give at least 1
    f -sgio -numpages -1
        -numpages: '-1' is not a number of pages; write a whole number, such as 16
    f -sgio -numpages 99999999999
        -numpages: 99999999999 pages are more than a transfer can have; the most is 4294967295
    f -sgio -numpages 16 -pagesize 6K
        the page size 6144 is not a multiple of 4096, which -sgio needs; use 4096 or 8192
    f -w -sgio -numpages 100
        the file size 1048576 (the default) is not a multiple of 8192 x 100 pages, which -sgio needs; use 819200 or 1638400
    f -sgio -numpages 4294967295 -pagesize 4096T
        the file size 1048576 (the default) is not a multiple of 4503599627370496 x 4294967295 pages, which -sgio needs; use fewer or smaller pages
    ");
}

#[test]
fn options_that_exclude_each_other_are_refused() {
    assert_snapshot!(refused(&[
        "f -r -w",
        "f -w -rw",
        "f -seq -ran",
        "f -w -ran",
        "f -rw -seq",
        "f -rw -sgio -numpages 4",
        "f -rw -unbuffered",
        "f -ran -sgio -numpages 4",
        "f -w -unbuffered -writethru",
        "f -w -sgio -numpages 4 -writethru",
        "f -sgio",
        "f -w -numpages 4",
    ]), @r"
    f -r -w
        -r and -w do not go together: choose one, or -rw for both
    f -w -rw
        -w and -rw do not go together: choose one
    f -seq -ran
        -seq and -ran do not go together: choose one
    f -w -ran
        -w and -ran do not go together: -w writes from front to back; -rw writes at random
    f -rw -seq
        -rw and -seq do not go together: -rw always goes at random; leave out -seq
    f -rw -sgio -numpages 4
        -rw and -sgio do not go together: -rw moves one page at a time, through the page cache; leave out -sgio
    f -rw -unbuffered
        -rw and -unbuffered do not go together: -rw goes through the page cache; leave out -unbuffered
    f -ran -sgio -numpages 4
        -sgio and -ran do not go together: -sgio goes from front to back; leave out one of them
    f -w -unbuffered -writethru
        -unbuffered and -writethru do not go together: -unbuffered goes past the page cache and -writethru through it; choose one
    f -w -sgio -numpages 4 -writethru
        -sgio and -writethru do not go together: -sgio goes past the page cache and -writethru through it; choose one
    f -sgio
        -sgio needs -numpages M, the pages that each transfer moves, such as -numpages 16
    f -w -numpages 4
        -numpages needs -sgio: all other transfers move one page
    ");
}

fn argument() -> impl Strategy<Value = OsString> {
    let known = prop::sample::select(vec![
        "-r",
        "-w",
        "-rw",
        "-SEQ",
        "-ran",
        "-filesize",
        "-pagesize",
        "-sgio",
        "-numpages",
        "–rw",
        "-unbuffered",
        "-writethru",
        "-explain",
        "-force",
        "8K",
        "1M",
        "4096T",
        "0",
        "-1",
        "16",
        "",
    ]);
    prop_oneof![
        6 => known.prop_map(OsString::from),
        1 => ".{0,12}".prop_map(OsString::from),
        1 => prop::collection::vec(any::<u8>(), 0..8).prop_map(OsString::from_vec),
    ]
}

proptest! {
    #[test]
    fn no_arguments_panic_and_what_is_accepted_keeps_the_rules(
        mut arguments in prop::collection::vec(argument(), 0..9),
        named: bool,
    ) {
        if named {
            arguments.insert(0, "f".into());
        }
        match sasiotest::parse(&arguments, &Drives::default()) {
            Ok(Request::Test(test)) => {
                let (file, page) = (test.file_size.bytes, test.page_size.bytes);
                prop_assert!(page > 0 && page <= file);
                prop_assert!(!test.operation.reads() || file % page == 0);
            }
            Ok(Request::Help) => {}
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn a_name_of_windows_is_mapped_or_refused() {
    let read = |line: &str, maps: &str| sasiotest::parse(&arguments(line), &Drives::parse(maps).unwrap());
    for (line, maps) in [
        (r"d:\test.out -r", "d:=/mnt/d"),
        (r"d:\test.out -r -map D:=/mnt/d", ""),
        (r"d:\test.out -map x:=/mnt/x --map D:=/mnt/d -r", ""),
    ] {
        match read(line, maps) {
            Ok(Request::Test(test)) => {
                assert_eq!(test.file, Path::new("/mnt/d/test.out"), "{line}")
            }
            other => panic!("{line}: {other:?}"),
        }
    }
    let refused = read(r"d:\test.out -r", "").unwrap_err().to_string();
    assert!(refused.contains("--map d:=/mnt/d"), "{refused}");
    let not_a_map = read("test.out -map d:", "").unwrap_err().to_string();
    assert!(not_a_map.contains("DRIVE:=FOLDER"), "{not_a_map}");
}
