//! Options and forms.

use proptest::prelude::*;

use super::super::{Form, Name, Request, parse};
use super::{GROUND, parsed, test_of, words};
use crate::iotest::Ground;

fn refused(line: &str, name: Name) -> String {
    let said = parsed(line, name).expect_err(line).to_string();
    assert!(!said.contains('\n'), "{said}");
    said
}

#[test]
fn the_options_decide_the_form() {
    let streams = test_of("-i 4 -t /data -b 10240 -s 64");
    assert_eq!((streams.form, streams.streams), (Form::Streams, 4));
    assert_eq!((streams.block, streams.file_bytes), (64 << 10, 640 << 20));
    assert_eq!(streams.all_bytes(), 2560 << 20);
    assert_eq!(test_of("-b10240 -s64 -i4 -t/data").file_bytes, streams.file_bytes);
    let cores = test_of("-t /data");
    assert_eq!((cores.form, cores.streams, cores.block), (Form::Cores, 8, 64 << 10));
    // 64 GiB and a half of it, by 8 streams.
    assert_eq!((cores.file_bytes, cores.is_size_chosen), (12 << 30, true));
    let given = test_of("-t /data --filesize 4G");
    assert_eq!((given.file_bytes, given.is_size_chosen), (4 << 30, false));
}

#[test]
fn chosen_files_are_always_more_than_memory() {
    for cores in [1, 3, 7, 64, 1000] {
        for cacheable in [1 << 20, (5 << 30) + 1, 63 << 30, 3 << 40] {
            let ground = Ground {
                cores,
                cacheable: Some(cacheable),
                ..GROUND
            };
            let Ok(Request::Test(test)) = parse(&words("-t /data"), Name::RhelIotest, ground) else {
                panic!("a test");
            };
            assert!(test.all_bytes() >= cacheable + cacheable / 2, "{cores}, {cacheable}");
            assert!(test.file_bytes.is_multiple_of(1 << 30));
        }
    }
}

#[test]
fn the_name_of_a_script_has_its_form_alone() {
    let script = |line: &str, name| match parsed(line, name) {
        Ok(Request::Test(test)) => test.invocation,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(
        script("-i 1 -t /d -b 1 -s 1", Name::Iotest),
        "iotest.sh -i 1 -t /d -b 1 -s 1"
    );
    assert_eq!(script("-t /d", Name::RhelIotest), "rhel_iotest.sh -t /d");
    assert_eq!(script("-t /d", Name::Command), "feedrate iotest -t /d");
    let said = refused("-t /d", Name::Iotest);
    assert!(said.starts_with("-i, -b and -s are missing: write such as"), "{said}");
    let said = refused("-t /d -i 4 -s 64", Name::RhelIotest);
    assert!(said.starts_with("rhel_iotest.sh has no -i, -s:"), "{said}");
}

#[test]
fn options_of_a_form_are_all_needed() {
    for (line, begins) in [
        (
            "-t /d -i 4 -b 10",
            "-s is missing: iotest.sh needs all of -i, -b and -s",
        ),
        ("-t /d -i 4", "-b and -s are missing: "),
        ("-i 4 -b 10 -s 64", "-t is missing: name the folder"),
        ("", "-t is missing: "),
        ("-t  --explain", "a value is required for '-t <FOLDER>'"),
        (
            "-t /d -i 4 -b 10 -s 64 --filesize 4G",
            "--filesize goes without -i, -b and -s",
        ),
    ] {
        let said = refused(line, Name::Command);
        assert!(said.starts_with(begins), "{line}: {said}");
    }
}

#[test]
fn numbers_have_bounds() {
    for (line, part) in [
        ("-t /d -i 0 -b 10 -s 64", "'0' for '-i <STREAMS>'"),
        ("-t /d -i 1025 -b 10 -s 64", "1025 is not in 1..=1024"),
        ("-t /d -i 4 -b 0 -s 64", "'0' for '-b <BLOCKS>'"),
        ("-t /d -i 4 -b 10 -s 0", "'0' for '-s <KB>'"),
        ("-t /d -i 4 -b 10 -s 64K", "'64K' for '-s <KB>'"),
        ("-t /d -i 4 -b 10 -s 1048577", "1048577 is not in 1..=1048576"),
        ("-t /d -i 4 -b 1099511627776 -s 1048576", "more than any file can have"),
        (
            "-t /d --filesize 100000",
            "is not a multiple of 64K, which is a block; use 131072",
        ),
        ("-t /d --filesize 0", "a size of zero"),
        ("-t /d -i 1 -i 2", "cannot be used multiple times"),
        ("-t /d -x", "unexpected argument '-x'"),
        ("-t /d --file-size 1G", "'--filesize'"),
        ("-t /d /e", "unexpected argument '/e'"),
    ] {
        let said = refused(line, Name::Command);
        assert!(said.contains(part), "{line}: {said}");
    }
}

#[test]
fn a_machine_that_hides_its_memory_needs_a_size() {
    let ground = Ground {
        cacheable: None,
        ..GROUND
    };
    let said = parse(&words("-t /d"), Name::Command, ground).unwrap_err().to_string();
    assert!(said.contains("--filesize"), "{said}");
    assert!(parse(&words("-t /d --filesize 1G"), Name::Command, ground).is_ok());
}

fn with_custom(before: &str, custom: &str) -> Result<Request, String> {
    let mut words = words(before);
    words.extend(["--custom-args".into(), custom.into()]);
    parse(&words, Name::Command, GROUND).map_err(|error| error.to_string())
}

#[test]
fn options_may_come_in_one_word() {
    let Ok(Request::Test(test)) = with_custom("-t /d", "-i 3 -s 64 -b 10240") else {
        panic!("a test");
    };
    assert_eq!((test.streams, test.file_bytes), (3, 640 << 20));
    assert_eq!(
        test.invocation,
        "feedrate iotest -t /d --custom-args '-i 3 -s 64 -b 10240'"
    );
    for (before, custom, part) in [
        ("-t /d -i 4", "-i 3 -s 64 -b 10", "-i is given twice"),
        ("-t /d", "-t /e", "-t is given twice"),
        ("-t /d", "-i 3 -x", "--custom-args: unexpected argument '-x'"),
        ("-t /d", "'-i 3", "a quote is not closed"),
        ("-t /d", "--help", "--help is given outside"),
        ("-t /d", "--custom-args -t", "--custom-args is given twice"),
    ] {
        let said = with_custom(before, custom).expect_err(custom);
        assert!(said.contains(part), "{custom}: {said}");
    }
}

#[test]
fn the_help_is_no_test() {
    let Ok(Request::Help(text)) = parsed("--help", Name::Iotest) else {
        panic!("the help");
    };
    assert!(text.contains("-i <STREAMS>"), "{text}");
}

proptest! {
    #[test]
    fn any_arguments_are_parsed_or_refused_in_one_line(
        arguments in proptest::collection::vec("(-[itbsx]|--[a-z]{0,9})?.{0,12}", 0..6),
    ) {
        let arguments: Vec<_> = arguments.into_iter().map(Into::into).collect();
        for name in [Name::Command, Name::Iotest, Name::RhelIotest] {
            match parse(&arguments, name, GROUND) {
                Ok(Request::Test(test) | Request::Explain(test)) => {
                    prop_assert!(test.file_bytes.is_multiple_of(test.block) && test.streams > 0);
                }
                Ok(Request::Help(_)) => {}
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}
