//! Two runs joined by a pipe, one of which is killed.

use std::fs;
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use super::{errors, names_in, place_with};
use crate::test_folder::{Background, TestFolder, until};

/// The rounds in which an end is killed at a random moment.
const ROUNDS: u64 = 12;

/// The observations that go through the pipe in such a round.
const MANY: u64 = 60_000;

/// The data set that the reader makes, once it is complete.
const MADE: &str = "got.sas7bdat";

/// The ways in which the reader reads.
const READS: [&str; 4] = [
    "data x.got; set p.t; run;",
    "proc sort data=p.t out=x.got; by descending i; run;",
    "options sortsize=2M; proc sort data=p.t out=x.got; by t; run;",
    "proc append base=x.got data=p.t; run;",
];

/// Returns a port without a listener.
fn port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("its address").port()
}

/// Creates a folder with the programs of both ends.
fn place_of(host: &str, loop_over: &str, read: &str) -> TestFolder {
    let library = format!("libname p sasesock '{host}:{}' timeout=&seconds;", port());
    let write = format!(
        "{library} data p.t; length t $ 40; do {loop_over}; t = cats('t', mod(i * 7919, 1009)); output; end; run;"
    );
    let read = format!("{library} libname x 'lib'; {read}");
    place_with(&[("write.sas", &write), ("read.sas", &read)])
}

/// Starts both ends, the writer first, each of which waits for `seconds` for the other.
fn start(dir: &TestFolder, seconds: u32) -> [Background; 2] {
    ["write", "read"].map(|end| {
        dir.start(&format!(
            "run {end}.sas --log {end}.log --work work --let seconds={seconds}"
        ))
    })
}

fn log(dir: &TestFolder, end: &str) -> String {
    // A process that is killed at once has none.
    fs::read_to_string(dir.path(&format!("{end}.log"))).unwrap_or_default()
}

#[test]
fn an_end_that_is_killed_while_pages_flow_makes_the_other_fail() {
    for host in ["", "localhost"] {
        for victim in [0, 1] {
            let dir = place_of(host, "i = 1 to 1e12", "data x.got; set p.t; if mod(i, 100) = 0; run;");
            let ends = start(&dir, 60);
            until("rows have come through", || {
                let drafts = fs::read_dir(dir.path("lib")).expect("the folder").flatten();
                drafts
                    .filter_map(|draft| draft.metadata().ok())
                    .any(|draft| draft.len() > 0)
            });
            ends[victim].signal(Signal::KILL);
            let [writer, reader] = ends.map(|end| end.end().1.code);
            let (killed, other, name) = match victim {
                0 => (writer, reader, "read"),
                _ => (reader, writer, "write"),
            };
            assert_eq!((killed, other), (None, Some(2)));
            let log = log(&dir, name);
            let [error] = errors(&log)[..] else { panic!("{log}") };
            assert!(error.contains("gone without a word"), "{error}");
            assert!(!names_in(&dir, "lib").contains(&MADE.to_owned()));
        }
    }
}

#[test]
fn whichever_end_is_killed_and_when_nothing_is_half_made_and_the_next_run_works() {
    let mut drawn = 42_u64;
    let mut draw = |below: u64| {
        // Knuth's linear congruential generator, whose higher bits look random.
        drawn = drawn
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (drawn >> 33) % below
    };
    for round in 0..ROUNDS {
        let host = ["", "localhost"][draw(2) as usize];
        let read = READS[draw(4) as usize];
        let dir = place_of(host, &format!("i = 1 to {MANY}"), read);
        let ends = start(&dir, 1);
        let longest = [30, 300, 1000][draw(3) as usize];
        thread::sleep(Duration::from_millis(draw(longest)));
        let victim = draw(2) as usize;
        ends[victim].signal(Signal::KILL);
        let codes = ends.map(|end| end.end().1.code);
        let said = || {
            let logs = ["write", "read"].map(|end| log(&dir, end)).join("\n");
            format!("round {round}, {victim} killed, {codes:?}: {read}\n{logs}")
        };
        let other = codes[1 - victim];
        assert!(other == Some(0) || other == Some(2), "{}", said());
        assert_eq!(
            errors(&log(&dir, ["write", "read"][1 - victim])).len(),
            usize::from(other == Some(2)),
            "{}",
            said()
        );
        let is_made = names_in(&dir, "lib").contains(&MADE.to_owned());
        if codes[1].is_some() {
            assert_eq!(is_made, codes[1] == Some(0), "{}", said());
        }
        if is_made {
            expect_all(&dir);
        }
        fs::remove_file(dir.path(&format!("lib/{MADE}"))).ok();
        for end in start(&dir, 60) {
            let (_, ran) = end.end();
            assert_eq!(ran.code, Some(0), "the next run, after {}", said());
        }
        assert_eq!(names_in(&dir, "lib"), [MADE]);
        expect_all(&dir);
    }
}

/// Expects that the reader's data set has all observations.
#[track_caller]
fn expect_all(dir: &TestFolder) {
    fs::write(
        dir.path("count.sas"),
        "libname x 'lib'; data _null_; set x.got end=last; sum + i; if last then put _n_= sum=; run;",
    )
    .expect("a program");
    let ran = dir.run("run count.sas --work work");
    let all = format!("_N_={MANY} sum={}\n", MANY * (MANY + 1) / 2);
    assert!(ran.stderr.contains(&all), "no {all} in {}", ran.stderr);
}

#[test]
fn a_secret_is_shown_nowhere() {
    let program = "options mprint symbolgen mlogic;\n\
                   signon a sascmd='!sascmd'; rsubmit a wait=yes;\n\
                   libname q sasesock ':7000' secret=\n'open sesame';\n\
                   libname r sasesock ':7001' secret\n= /* c */ 'open sesame' colour=red;\n\
                   endrsubmit;\n\
                   %include 'i.sas'; libname _all_ list; signoff a;";
    let included = "%macro m(p); libname s sasesock ':7002' secret=\n\"&p\"; %mend;\n\
                    libname t sasesock ':7003' secret\n='open sesame' colour=red;\n";
    let dir = place_with(&[("p.sas", program), ("i.sas", included)]);
    let outputs = ["log", "listing", "json", "timeline"];
    let options = outputs.map(|output| format!("--{output} {output}"));
    let ran = dir.run(&format!("run p.sas --work work {}", options.join(" ")));
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let log = fs::read_to_string(dir.path("log")).expect("the log");
    assert!(log.contains("'XXXXXXXXXXX'"), "{log}");
    assert!(log.to_lowercase().contains("colour"), "{log}");
    for output in outputs {
        let text = fs::read_to_string(dir.path(output)).expect("the output");
        assert!(!text.contains("sesame"), "{output}: {text}");
    }
}
