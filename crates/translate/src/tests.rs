//! Tests of the translations and their lists of losses.

mod there_and_back;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use crate::{Source, Tool, Translation, translate};
use feedrate_dialects::{Drives, diskspd, iotest, sasiotest, sqlio};
use feedrate_fio::job::{EachDirection, Engine, Job, Jobs, Location, OptionText, Options, Rw, SizeOf};

fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(OsString::from).collect()
}

fn sqlio_test(line: &str, parameters: &str) -> sqlio::Test {
    let read = |_: &Path| Ok(parameters.as_bytes().to_vec());
    match sqlio::parse_with(&words(line), &Drives::default(), &read) {
        Ok(sqlio::Request::Test(test)) => test,
        other => panic!("{line}: {other:?}"),
    }
}

fn diskspd_test(line: &str) -> diskspd::Test {
    match diskspd::parse(&words(line), &Drives::default()) {
        Ok(diskspd::Request::Test(test)) => test,
        other => panic!("{line}: {other:?}"),
    }
}

fn sasiotest_test(line: &str) -> sasiotest::Test {
    match sasiotest::parse(&words(line), &Drives::default()) {
        Ok(sasiotest::Request::Test(test)) => test,
        other => panic!("{line}: {other:?}"),
    }
}

fn iotest_test(line: &str) -> iotest::Test {
    let ground = iotest::Ground {
        cores: 2,
        threads: 4,
        is_virtual: false,
        is_memory_taken_back: false,
        cacheable: Some(8 << 30),
    };
    match iotest::parse(&words(line), iotest::Name::Command, ground) {
        Ok(iotest::Request::Test(test)) => test,
        other => panic!("{line}: {other:?}"),
    }
}

fn job(name: &str, change: impl FnOnce(&mut Options)) -> Job {
    let mut options = Options::default();
    change(&mut options);
    Job {
        name: name.to_owned(),
        section: name.to_owned(),
        location: Location::COMMAND_LINE,
        file: 0,
        own_options: Vec::new(),
        given: Vec::new(),
        options,
    }
}

/// Two jobs, one after the other.
fn jobs() -> Jobs {
    let mut first = job("seq write", |options| {
        options.blocks.rw = Rw::Write;
        options.blocks.bs = EachDirection::all((1 << 20, 1 << 20));
        options.blocks.size = Some(SizeOf::Bytes(2 << 30));
        options.engine.direct = true;
        options.jobs.numjobs = 2;
    });
    first.given.push(OptionText {
        name: "verify",
        value: Some("crc32c".to_owned()),
        location: Location {
            file: Some(Path::new("a.fio").into()),
            line: 7,
        },
    });
    let second = job("mix", |options| {
        options.blocks.rw = Rw::RandRw;
        options.blocks.rwmixread = 70;
        options.blocks.bs = EachDirection::all((8192, 8192));
        options.files.filename = vec!["/data/a b".to_owned(), "/data/c".to_owned()];
        options.engine.ioengine = Engine::Libaio;
        options.engine.iodepth = 16;
        options.order.norandommap = true;
        options.blocks.time_based = true;
        options.blocks.runtime = Some(Duration::from_millis(30_500));
        options.jobs.stonewall = true;
        options.pace.rate_iops.read = Some(700);
        options.pace.rate_iops.write = Some(300);
        options.jobs.cpus_allowed = Some(vec![0, 2]);
    });
    Jobs {
        jobs: vec![first, second],
        ..Jobs::default()
    }
}

fn show(translation: &Translation) -> String {
    let mut text = translation.text.clone();
    text.push_str("---\n");
    for line in &translation.lost {
        assert!(!line.contains('\n'), "{line}");
        text.push_str(line);
        text.push('\n');
    }
    text
}

fn all(source: Source<'_>) -> String {
    let parts = Tool::ALL.map(|tool| format!("===== {}\n{}", tool.name(), show(&translate(source, tool))));
    parts.concat()
}

#[test]
fn jobs_of_fio() {
    insta::assert_snapshot!(all(Source::Fio(&jobs())));
}

#[test]
fn tests_of_iotest() {
    insta::assert_snapshot!(all(Source::Iotest(&iotest_test("-i 2 -t /data -b 1000 -s 64"))));
    insta::assert_snapshot!(all(Source::Iotest(&iotest_test("-t . --cold-durable"))));
}

#[test]
fn tests_of_sqlio() {
    let batch = sqlio_test(
        "-kW -s30 -o8 -fsequential -b256 -BH -LS -Fparam.txt",
        "/data/testfile.dat 4 0x3 10000\n/data/other.dat 1\n",
    );
    insta::assert_snapshot!(all(Source::Sqlio(&batch)));
    insta::assert_snapshot!(all(Source::Sqlio(&sqlio_test("-t2 -f64 -i64 -mC2 -U x.dat y.dat", ""))));
}

#[test]
fn time_spans_of_diskspd_run_one_after_the_other() {
    let profile = b"<Profile><TimeSpans><TimeSpan><Targets>\
        <Target><Path>*1</Path><BlockSize>8192</BlockSize><Random>8192</Random><WriteRatio>30</WriteRatio>\
        <ThreadsPerFile>4</ThreadsPerFile><RequestCount>32</RequestCount></Target>\
        <Target><Path>log.dat</Path><WriteRatio>100</WriteRatio><RequestCount>1</RequestCount></Target>\
        </Targets></TimeSpan><TimeSpan><Duration>20</Duration><Warmup>0</Warmup><Targets>\
        <Target><Path>*1</Path><FileSize>1048576</FileSize></Target>\
        </Targets></TimeSpan></TimeSpans></Profile>";
    let arguments = words("-Xp.xml data.dat");
    let test = feedrate_dialects::testing::diskspd(&arguments, profile).unwrap();
    insta::assert_snapshot!(all(Source::Diskspd(&test)));
}

#[test]
fn tests_of_diskspd() {
    let mixed = diskspd_test("-c1G -b8K -t4 -o8 -r -w30 -d30 -W5 -Su -L -g500i -D -Z -a0,1 x.dat y.dat");
    insta::assert_snapshot!(all(Source::Diskspd(&mixed)));
    insta::assert_snapshot!(all(Source::Diskspd(&diskspd_test("-F4 -si128K -Sbw -w100 -Zr a b"))));
}

#[test]
fn tests_of_sasiotest() {
    let scattered = sasiotest_test("/data/t.out -r -sgio -filesize 4G -pagesize 64K -numpages 16");
    insta::assert_snapshot!(all(Source::Sasiotest(&scattered)));
    insta::assert_snapshot!(all(Source::Sasiotest(&sasiotest_test(
        "t -rw -filesize 16M -pagesize 8K"
    ))));
}

/// SASIOTEST of SAS 6600-2016 leaves the page cache as it is, and with -rw moves its file in each direction: `sasiotest
/// t.out -rw -filesize 64M -pagesize 64K` makes 1024 reads and 1024 writes.
#[test]
fn a_cached_test_of_sasiotest_stays_cached_and_moves_as_much() {
    let read = sasiotest_test("t.out -r -filesize 64M -pagesize 64K");
    let told = translate(Source::Sasiotest(&read), Tool::Fio);
    assert!(told.text.contains("\ninvalidate=0\n"), "{}", told.text);
    assert!(!told.text.contains("io_size"), "{}", told.text);
    for tool in [Tool::Diskspd, Tool::Sqlio] {
        let lost = translate(Source::Sasiotest(&read), tool).lost;
        assert!(!lost.iter().any(|what| what.contains("page cache")), "{lost:?}");
    }
    let both = sasiotest_test("t.out -rw -filesize 64M -pagesize 64K");
    let told = translate(Source::Sasiotest(&both), Tool::Fio);
    assert!(
        told.text.contains("size=67108864\nio_size=134217728\n"),
        "{}",
        told.text
    );
    // fio's size counts both directions together, and it evicts the file first.
    let mut mix = jobs();
    mix.jobs.truncate(1);
    mix.jobs[0].options.blocks.rw = Rw::ReadWrite;
    mix.jobs[0].options.engine.direct = false;
    let lost = translate(Source::Fio(&mix), Tool::Sasiotest).lost;
    for part in ["leave the page cache first", "of both directions together"] {
        assert!(lost.iter().any(|what| what.contains(part)), "{part}: {lost:?}");
    }
}

#[test]
fn an_engine_that_moves_nothing_is_lost() {
    let mut allocates = jobs();
    allocates.jobs.truncate(1);
    allocates.jobs[0].options.engine.ioengine = Engine::Falloc;
    for tool in [Tool::Diskspd, Tool::Sqlio, Tool::Sasiotest] {
        let lost = translate(Source::Fio(&allocates), tool).lost;
        assert!(
            lost.iter()
                .any(|what| what.contains("ioengine=falloc: blocks move nothing")),
            "{lost:?}"
        );
    }
}

#[test]
fn a_tool_is_known_by_its_name() {
    assert_eq!("SqlIO".parse(), Ok(Tool::Sqlio));
    let error = "iozone".parse::<Tool>().unwrap_err().to_string();
    assert_eq!(
        error,
        "'iozone' is not a tool that can be translated; write fio, sqlio, diskspd, sasiotest or iotest"
    );
}

/// Returns the output and the notes.
fn output_of(from: Tool, to: Tool, line: &str) -> Result<(String, String), crate::Error> {
    let (mut out, mut notes) = (Vec::new(), Vec::new());
    let drives = Drives::parse("F:=/mnt/f").unwrap();
    crate::run(from, to, &words(line), &drives, &mut out, &mut notes)?;
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ok((text(out), text(notes)))
}

#[test]
fn arguments_of_each_tool() {
    let line = r"-kR -s10 -o4 -fsequential -b64 -BN -U F:\x.dat";
    let (out, notes) = output_of(Tool::Sqlio, Tool::Diskspd, line).unwrap();
    assert_eq!(out, "diskspd -b65536 -w0 -d10 -W0 -o4 -s65536 -Sh -t1 /mnt/f/x.dat\n");
    assert_eq!(notes, "diskspd cannot say: -U: the table of what processors do\n");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fio");
    std::fs::write(
        &path,
        "[global]\nbs=64k\nioengine=libaio\n[a]\nrw=randread\nfilename=/x\nsize=1g\niodepth=8\ndirect=1\n\
         time_based\nruntime=1m\nnorandommap\nthinktime=5\n",
    )
    .unwrap();
    let (out, notes) = output_of(Tool::Fio, Tool::Sqlio, &path.display().to_string()).unwrap();
    assert_eq!(
        out,
        "cat > param1.txt <<'END'\n/x 1 0x0 1024\nEND\nsqlio -kR -s60 -frandom -b64 -o8 -BH -LS -Fparam1.txt\n"
    );
    let note = format!("sqlio cannot say: a: thinktime=5 ({}:13)\n", path.display());
    assert_eq!(notes, note);
    for (tool, line, part) in [
        (Tool::Sqlio, "-?", "the arguments of sqlio ask for no test"),
        (Tool::Sqlio, "-K", "sqlio: -K is not an option; did you mean -k?"),
        (Tool::Diskspd, "-q", "diskspd: -q is not an option"),
        (Tool::Sasiotest, "x -zz", "sasiotest: -zz is not an option"),
        (Tool::Fio, "--version", "the arguments of fio ask for no test"),
    ] {
        let to = match tool {
            Tool::Fio => Tool::Sqlio,
            _ => Tool::Fio,
        };
        let message = output_of(tool, to, line).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
    let message = output_of(Tool::Fio, Tool::Fio, "a.fio").unwrap_err();
    assert!(message.to_string().contains("both name fio"), "{message}");
}

/// Found by the fuzz target `sqlio`: the addition of the lengths overflowed.
#[test]
fn lengths_that_are_too_much_together_are_lost() {
    let test = sqlio_test("-b405 -i232102323210 g g a", "");
    let told = translate(Source::Sqlio(&test), Tool::Fio);
    assert!(!told.text.contains("size="), "{}", told.text);
    let lost = "sqlio: lengths of files that are more than 9223372036854775807 bytes together";
    assert!(told.lost.iter().any(|line| line == lost), "{:?}", told.lost);
}
