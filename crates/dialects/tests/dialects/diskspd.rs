//! DiskSpd as a person would call it, in a folder of its own. Tests take a second each: that is the least time that
//! DiskSpd can be given.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use feedrate_dialects::Drives;
use feedrate_dialects::diskspd::{self, Error};
use feedrate_workload::Control;
use tempfile::TempDir;

/// A folder on a real file system, which the system's temporary folder may not be.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("cargo makes the folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs a command line in which `@` is this folder.
    fn run(&self, line: &str) -> (Result<(), Error>, String, String) {
        let folder = self.0.path().display().to_string();
        let arguments: Vec<OsString> = line
            .split_whitespace()
            .map(|word| word.replace('@', &folder).into())
            .collect();
        let (mut out, mut notes) = (Vec::new(), Vec::new());
        let ended = diskspd::parse(&arguments, &Drives::default())
            .and_then(|request| diskspd::run(&request, &Control::default(), &mut out, &mut notes));
        let text = |bytes| String::from_utf8(bytes).expect("it prints text").replace(&folder, "@");
        (ended, text(out), text(notes))
    }

    fn must(&self, line: &str) -> String {
        let (ended, out, _) = self.run(line);
        ended.unwrap_or_else(|error| panic!("{line}: {error}"));
        out
    }

    fn message(&self, line: &str) -> String {
        let message = self.run(line).0.expect_err(line).to_string();
        assert!(!message.contains('\n'), "{message}");
        message
    }
}

/// The figures of the total of a table: bytes, blocks, MiB/s, blocks a second.
fn total(out: &str, table: &str) -> Vec<f64> {
    let after = out.split_once(table).unwrap_or_else(|| panic!("no {table}: {out}")).1;
    let line = after.lines().find_map(|line| line.strip_prefix("total:"));
    line.expect("a table has a total")
        .split('|')
        .map(|figure| figure.trim().parse().expect("it is a figure"))
        .collect()
}

#[test]
fn a_mixed_test_is_reported_as_the_original_does() {
    let folder = Folder::new();
    let out = folder.must("-c2M -b8K -t2 -o2 -r -w30 -d1 -W0 -L -D250 @/x.dat @/y.dat");
    assert_eq!(fs::metadata(folder.path("y.dat")).unwrap().len(), 2 << 20);
    let (all, read, write) = (total(&out, "Total IO"), total(&out, "Read IO"), total(&out, "Write IO"));
    assert_eq!(all[0], read[0] + write[0]);
    assert_eq!(all[0], all[1] * 8192.0);
    let share = write[1] / all[1];
    assert!((0.2..0.4).contains(&share), "{share}");
    assert!(out.contains("thread count:\t\t4\n"), "{out}");
    assert!(out.contains(" | @/y.dat (2MiB)\n"), "{out}");
    assert!(out.contains("Latency distribution: @/x.dat\n"), "{out}");
    assert!(out.contains("\nTotal latency distribution:\n  %-ile |  Read (ms) | Write (ms) | Total (ms)\n"));
    assert!(out.contains("System information:\n\n\tcomputer name: "), "{out}");
    assert!(out.contains("CPU |  Usage |  User  | Kernel |  Idle\n"), "{out}");
}

#[test]
fn threads_share_a_place_and_a_rate_is_kept() {
    let folder = Folder::new();
    let out = folder.must("-c1M -b4K -t2 -si -g50i -d1 -W0 @/x.dat");
    let blocks = total(&out, "Total IO")[3];
    // Two threads of 50 a second each, and what begins at once.
    assert!((50.0..160.0).contains(&blocks), "{blocks}");
    let out = folder.must("-F2 -O3 -b4K -s8K -Sm -d1 -W0 --account @/x.dat");
    assert!(out.contains("request count:\t\t3\n"), "{out}");
    assert!(out.contains("feedrate's account"), "{out}");
}

#[test]
fn blocks_are_parts_of_a_file_and_the_report_is_xml() {
    let folder = Folder::new();
    fs::write(folder.path("source"), vec![0xab; 1000]).unwrap();
    let out = folder.must("-c256K -b4K -w100 -d1 -W0 -C1 -Z8K,@/source -Rxml -L @/x.dat");
    assert!(out.starts_with("<Results>\n"), "{out}");
    assert!(out.ends_with("</TimeSpan>\n</Results>\n"), "{out}");
    let value = |name: &str| {
        let (_, rest) = out.split_once(&format!("<{name}>")).expect("it is there");
        rest.split_once('<').expect("it ends").0.to_owned()
    };
    assert_eq!(value("Cooldown"), "1");
    assert_eq!(value("FilePath"), "@/source");
    assert_eq!(value("ReadCount"), "0");
    let (blocks, bytes) = (value("WriteCount"), value("WriteBytes"));
    let number = |text: &str| text.parse::<u64>().expect("it is a number");
    assert_eq!(number(&blocks) * 4096, number(&bytes));
    // The work that goes on for another second counts for nothing.
    assert!(value("TestTimeSeconds").starts_with("1."), "{out}");
    let written = fs::read(folder.path("x.dat")).unwrap();
    assert!(written[4096..].iter().all(|&byte| byte == 0xab));
    assert!(
        folder
            .message("-w1 -d1 -Z64K,@/none @/x.dat")
            .starts_with("cannot read what is to be written from ")
    );
}

/// Two time spans of a second each: a mix on a template beside a log, then reads of the first.
const PROFILE: &str = "<Profile><TimeSpans><TimeSpan><Duration>1</Duration><Warmup>0</Warmup>\
    <MeasureLatency>true</MeasureLatency><Targets>\
    <Target><Path>*1</Path><BlockSize>8192</BlockSize><FileSize>1048576</FileSize><Random>8192</Random>\
    <WriteRatio>50</WriteRatio></Target>\
    <Target><Path>@/log.dat</Path><BlockSize>4096</BlockSize><FileSize>1048576</FileSize>\
    <WriteRatio>100</WriteRatio><Throughput unit=\"IOPS\">50</Throughput><ThreadsPerFile>2</ThreadsPerFile></Target>\
    </Targets></TimeSpan><TimeSpan><Duration>1</Duration><Warmup>0</Warmup><ThreadCount>1</ThreadCount><Targets>\
    <Target><Path>*1</Path><FileSize>2097152</FileSize></Target></Targets></TimeSpan></TimeSpans></Profile>";

#[test]
fn time_spans_of_a_profile_run_one_after_the_other() {
    let folder = Folder::new();
    let text = PROFILE.replace('@', &folder.0.path().display().to_string());
    fs::write(folder.path("p.xml"), text).unwrap();
    let out = folder.must("-X@/p.xml @/x.dat");
    // It is as large as the second needs it before the first begins, which uses only its part.
    assert_eq!(fs::metadata(folder.path("x.dat")).unwrap().len(), 2 << 20);
    assert!(
        out.contains("\ttimespan:   1\n") && out.contains("\ttimespan:   2\n"),
        "{out}"
    );
    let (_, results) = out.split_once("\nResults for timespan 1:\n").unwrap();
    let (first, second) = results.split_once("\nResults for timespan 2:\n").unwrap();
    let (second, totals) = second.split_once("\n\nTotals:\n").unwrap();
    assert!(first.contains("thread count:\t\t3\n"), "{first}");
    assert!(
        first.contains(" | @/x.dat (1MiB)\n") && first.contains(" | @/log.dat (1MiB)\n"),
        "{first}"
    );
    assert!(first.contains("Latency distribution: @/log.dat\n"), "{first}");
    assert!(
        second.contains(" | @/x.dat (2MiB)\n") && !second.contains("log.dat"),
        "{second}"
    );
    assert_eq!(total(second, "Write IO")[0], 0.0);
    let sum = total(first, "Total IO")[0] + total(second, "Total IO")[0];
    assert!(totals.contains(&format!("total  | {sum:>15} | ")), "{totals}");
    assert!(totals.contains("total test time:\t"), "{totals}");
    let out = folder.must("-X@/p.xml -Rxml -d1 @/x.dat");
    assert_eq!(out.matches("<TestTimeSeconds>").count(), 2, "{out}");
    assert!(out.ends_with("</TimeSpan>\n</Results>\n"), "{out}");
}

#[test]
fn what_cannot_be_is_said() {
    let folder = Folder::new();
    fs::write(folder.path("theirs"), vec![7; 1 << 20]).unwrap();
    assert!(
        folder
            .message("-w50 -d1 -W0 @/theirs")
            .contains("was not made by feedrate")
    );
    assert_eq!(fs::read(folder.path("theirs")).unwrap(), vec![7; 1 << 20]);
    assert!(folder.message("-d1 @/none").contains("add -c with a size"));
    assert!(folder.message("-d1 -B2M @/theirs").contains("less than one block"));
    assert!(folder.message("-d1 @").contains("neither a file nor a block device"));
    assert!(folder.message("-d1 -c8000000G @/x").contains("has room for"));
    assert!(
        folder
            .message("-d1 -b1M -o65536 -t2000 @/theirs")
            .contains("bytes of memory")
    );
    let (_, out, notes) = folder.run("-l -Rp @/none");
    assert!(out.contains("Input parameters:") && notes.is_empty());
}
