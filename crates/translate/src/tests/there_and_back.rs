//! Tests that translated tests can be parsed again.

use std::ffi::OsString;
use std::path::Path;

use proptest::prelude::*;

use super::{diskspd_test, iotest_test, sqlio_test, words};
use crate::{Source, Tool, translate};
use feedrate_dialects::{Drives, diskspd, sqlio, testing};

/// Returns the arguments of each command line of a script, and the last of its parameter files.
fn commands(script: &str, tool: &str) -> (Vec<Vec<OsString>>, String) {
    let mut file = String::new();
    let mut commands = Vec::new();
    let mut lines = script.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("cat ") {
            file = lines
                .by_ref()
                .take_while(|line| *line != "END")
                .map(|line| format!("{line}\n"))
                .collect();
        } else if let Some(rest) = line.strip_prefix(tool) {
            commands.push(words(rest.trim_end_matches(" &")));
        }
    }
    (commands, file)
}

#[test]
fn to_diskspd_and_back_nothing_changes_that_both_can_say() {
    let test = sqlio_test("-kW -s30 -o8 -frandom -b64 -BS -LS -t4 /data/x.dat", "");
    let there = translate(Source::Sqlio(&test), Tool::Diskspd);
    assert_eq!(there.lost, [""; 0]);
    let (commands_there, _) = commands(&there.text, "diskspd");
    let Ok(diskspd::Request::Test(between)) = diskspd::parse(&commands_there[0], &Drives::default()) else {
        panic!("{}", there.text);
    };
    let back = translate(Source::Diskspd(&between), Tool::Sqlio);
    assert_eq!(back.lost, [""; 0]);
    assert_eq!(sqlio_test(back.text.trim_start_matches("sqlio"), ""), test);
}

#[test]
fn from_diskspd_by_fio_and_back_nothing_changes_that_all_can_say() {
    for line in [
        "-c1G -b8192 -w100 -d30 -W5 -o8 -r4096 -Su -t4 /x",
        "-c1G -b65536 -w100 -d30 -W0 -o1 -s131072 -Sb -t1 /x",
        "-c1G -b8192 -w30 -d30 -W0 -o8 -r8192 -rdpct90/10:5/20 -Sh -Z -t2 /x",
        "-c1G -b8192 -w100 -d30 -W0 -o8 -r8192 -rdabs90/1M -Su -Zr -t2 /x",
        "-c1G -b8192 -w0 -d30 -W0 -o8 -r8192 -rs80 -Su -t2 -a0,1 -g500i /x",
    ] {
        let test = diskspd_test(line);
        let job_file = translate(Source::Diskspd(&test), Tool::Fio);
        assert_eq!(job_file.lost, [""; 0], "{line}");
        let jobs = feedrate_fio::testing::jobs(&job_file.text, false).unwrap();
        let back = translate(Source::Fio(&jobs), Tool::Diskspd);
        let (commands, _) = commands(&back.text, "diskspd");
        let Ok(diskspd::Request::Test(again)) = diskspd::parse(&commands[0], &Drives::default()) else {
            panic!("{}", back.text);
        };
        let (mut wanted, mut again) = (test, again);
        // A rest that had no name has one now, and latencies are printed.
        for test in [&mut wanted, &mut again] {
            test.command_line.clear();
            let span = &mut test.spans[0];
            span.latency = true;
            if let diskspd::Order::Random {
                distribution: Some(shares),
                ..
            } = &mut span.targets[0].order
            {
                shares.parts.truncate(if shares.absolute { 1 } else { 2 });
            }
        }
        assert_eq!(again, wanted, "{line}: {}", job_file.text);
    }
}

#[test]
fn to_fio_and_back_iotest_does_the_same() {
    let test = iotest_test("-i 3 -t /data -b 1000 -s 64");
    let job_file = translate(Source::Iotest(&test), Tool::Fio);
    assert_eq!(job_file.lost, [""; 0]);
    let jobs = feedrate_fio::testing::jobs(&job_file.text, false).unwrap();
    let back = translate(Source::Fio(&jobs), Tool::Iotest);
    assert_eq!(back.text, "iotest.sh -i 3 -t /data -b 1000 -s 64\n");
    assert_eq!(
        back.lost,
        ["iotest-write-1: the names of files; iotest.sh makes its own in /data"]
    );
}

#[test]
fn a_read_of_what_was_written_is_the_second_half_of_a_test() {
    let job_file = "[w]\nrw=write\nbs=64k\nsize=1m\nfilename=/d/f\ninvalidate=0\n\
                    [r]\nstonewall\nrw=read\nbs=64k\nsize=1m\nfilename=/d/f\ninvalidate=0\n";
    let jobs = feedrate_fio::testing::jobs(job_file, false).unwrap();
    let told = translate(Source::Fio(&jobs), Tool::Iotest);
    assert_eq!(told.text, "iotest.sh -i 1 -t /d -b 16 -s 64\n");
    assert_eq!(told.lost, ["w: the names of files; iotest.sh makes its own in /d"]);
    let alone = feedrate_fio::testing::jobs(&job_file[..job_file.find("[r]").unwrap()], false).unwrap();
    let told = translate(Source::Fio(&alone), Tool::Iotest);
    assert!(
        told.lost.contains(&"w: writing alone; files are read back".to_owned()),
        "{told:?}"
    );
}

proptest! {
    #[test]
    fn any_test_that_is_read_is_translated(
        arguments in proptest::collection::vec("(-[a-zA-Z0-9]?)?.{0,12}", 0..6),
        file in proptest::collection::vec(any::<u8>(), 0..80),
    ) {
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        let sqlio = testing::sqlio(&arguments, &file);
        let diskspd = testing::diskspd(&arguments, &file);
        let tests = [sqlio.as_ref().map(Source::Sqlio), diskspd.as_ref().map(Source::Diskspd)];
        for test in tests.into_iter().flatten() {
            for tool in Tool::ALL {
                prop_assert!(!translate(test, tool).text.is_empty());
            }
        }
    }

    #[test]
    fn what_is_said_can_be_read(
        write in any::<bool>(), random in any::<bool>(), depth in 1u32..300, kilobytes in 1u64..2048,
        threads in 1u32..64, size in proptest::option::of(1u64..100_000), buffering in "[NYHS]", mask in 0u64..16,
    ) {
        let line = format!(
            "-k{} -f{} -o{depth} -b{kilobytes} -B{buffering} -Fp",
            if write { 'W' } else { 'R' }, if random { "random" } else { "sequential" },
        );
        let size = size.map(|size| size.to_string()).unwrap_or_default();
        let test = sqlio_test(&line, &format!("/a.dat {threads} {mask:#x} {size}\n/b.dat 1\n"));
        let source = Source::Sqlio(&test);
        let text = translate(source, Tool::Diskspd).text;
        for command in commands(&text, "diskspd").0 {
            prop_assert!(diskspd::parse(&command, &Drives::default()).is_ok(), "{text}");
        }
        let text = translate(source, Tool::Sqlio).text;
        let (lines, file) = commands(&text, "sqlio");
        let read = |_: &Path| Ok(file.clone().into_bytes());
        for command in lines {
            prop_assert!(sqlio::parse_with(&command, &Drives::default(), &read).is_ok(), "{text}\n{file}");
        }
        let text = translate(source, Tool::Sasiotest).text;
        for command in commands(&text, "sasiotest").0 {
            // Page sizes that SASIOTEST refuses would be refused by the device too.
            prop_assert!(!command.is_empty());
        }
        prop_assert!(!translate(source, Tool::Fio).text.is_empty());
    }
}
