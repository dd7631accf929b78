//! The record of a program that was run, as the page takes it.

use std::sync::Arc;

use feedrate_runs::timeline::{CLIENT, Run, SessionRecord};
use feedrate_session::options::SystemOptions;
use feedrate_session::record::Record;
use feedrate_session::{Session, Setup};

use super::{elements, page_of, texts};

/// Steps that read, make, sort with utility files, fail, and are only checked.
const PROGRAM: &str = "data a; do i = 1 to 1000; output; end; run;
proc sort data=a sortsize=1; by descending i; run;
data b; set a; array q{2} c d; q{i} = 1; run;
proc print data=a; run;
";

fn record() -> Record {
    let work = tempfile::tempdir().unwrap();
    let mut session = Session::new(Setup {
        log: Box::new(std::io::sink()),
        listing: Box::new(std::io::sink()),
        work: Some(work.path().to_owned()),
        options: SystemOptions::default(),
        sysparm: String::new(),
        stop: Arc::default(),
    });
    session.run("real.sas", PROGRAM).unwrap()
}

#[test]
fn steps_follow_each_other_within_the_run() {
    let record = record();
    let mut before = record.began_microseconds;
    assert!(before > 0 && record.steps.len() == 4);
    for step in &record.steps {
        assert!(before <= step.time.began_microseconds, "{step:?}");
        before = step.time.ended_microseconds;
        let took = (before - step.time.began_microseconds) as f64 / 1e6;
        // Two clocks, read one after the other; one of them stands still while the machine sleeps.
        assert!(took <= step.usage.real_seconds + 1.0, "{step:?}");
    }
    assert!(before <= record.ended_microseconds);
}

#[test]
fn a_record_is_the_same_over_json_and_makes_a_page() {
    let record = record();
    let client = SessionRecord::of(CLIENT, &record.steps).unwrap();
    let text = serde_json::to_string(&record).unwrap();
    assert_eq!(SessionRecord::from_json(CLIENT, &text).unwrap(), client);
    assert_eq!(client.steps[1].name, "SORT");
    assert_eq!(client.steps[1].utility.len(), 2);
    let made = client.steps[0].made[0].file.as_ref().unwrap();
    assert!(made.bytes > 0 && made.pipe.is_none());
    let elements = elements(&page_of(&Run::from(&record), &[client]));
    assert_eq!(texts(&elements, "h1"), ["Timeline of real.sas"]);
    let facts = texts(&elements, "dd");
    assert!(facts[1].ends_with(" in 3 steps of 1 session"), "{facts:?}");
    assert_eq!(facts[2], "none");
}

#[test]
fn what_is_no_record_is_an_error() {
    for text in ["", "{}", "[]", "{\"steps\": [{}]}", "{\"steps\": 1}"] {
        assert!(SessionRecord::from_json("s1", text).is_err(), "{text}");
    }
}
