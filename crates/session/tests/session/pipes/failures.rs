//! Ends that fail: the other fails too, and nothing half-read becomes a data set.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::sessions::{alone, at_once, is_empty, port, until};

fn library(port: u16) -> String {
    format!("libname p sasesock ':{port}' timeout=60;")
}

const MANY: &str = "do i = 1 to 300000; x = i; output; end;";

#[test]
fn a_writer_that_fails_makes_the_reader_fail() {
    let folder = tempfile::tempdir().unwrap();
    let library = library(port());
    let out = folder.path().display();
    for read in [
        "data out.got; set p.t; run;",
        "proc sort data=p.t out=out.got; by x; run;",
        "proc means data=p.t; output out=out.got mean=m; run;",
        "options cpucount=1; proc means data=p.t; output out=out.got mean=m; run;",
        "proc append base=out.got data=p.t; run;",
    ] {
        let [writer, reader] = at_once([
            format!("{library} data p.t; do i = 1 to 300000; x = i; if i = 250000 then abort; output; end; run;"),
            format!("{library} libname out '{out}'; {read}"),
        ]);
        assert_eq!(writer.errors().len(), 1, "{}", writer.log);
        let [error] = reader.errors()[..] else {
            panic!("{}", reader.log)
        };
        assert!(error.contains("P.T") && error.contains("fail"), "{error}");
        assert!(is_empty(folder.path()), "{read}");
    }
}

#[test]
fn a_reader_that_fails_makes_the_writer_fail() {
    let library = library(port());
    let [writer, reader] = at_once([
        format!("{library} data p.t; {MANY} run;"),
        format!("{library} data got; set p.t; if _n_ = 1000 then abort; run;"),
    ]);
    assert_eq!(reader.errors().len(), 1, "{}", reader.log);
    let [error] = writer.errors()[..] else {
        panic!("{}", writer.log)
    };
    assert!(error.contains("P.T") && error.contains("fail"), "{error}");
}

#[test]
fn a_step_that_does_not_begin_to_read_makes_the_writer_fail() {
    let library = library(port());
    for read in [
        "data got; set p.t; y = nosuchfunction(x); run;",
        "data got; set p.t nosuch.t; run;",
        "data nosuch.got; set p.t; run;",
        "data got; set p.t nobs=n; run;",
    ] {
        let [writer, reader] = at_once([format!("{library} data p.t; {MANY} run;"), format!("{library} {read}")]);
        assert!(!reader.errors().is_empty(), "{}", reader.log);
        assert_eq!(writer.errors().len(), 1, "{}", writer.log);
    }
}

#[test]
fn a_reader_that_wants_no_more_lets_the_writer_end() {
    let library = library(port());
    for read in [
        "data got; set p.t(obs=10); run;",
        "data got; set p.t; if _n_ = 10 then stop; run;",
        "data got; if 0 then set p.t; x = 1; run;",
        "proc means data=p.t(obs=10); run;",
        "proc print data=p.t(obs=10); run;",
    ] {
        let [writer, reader] = at_once([format!("{library} data p.t; {MANY} run;"), format!("{library} {read}")]);
        assert!(reader.is_clean(), "{read} {}", reader.log);
        assert!(writer.is_clean(), "{read} {}", writer.log);
        assert!(writer.log.contains("wanted no more"), "{}", writer.log);
    }
}

#[test]
fn ends_that_do_not_meet_say_so() {
    let port = port();
    let library = format!("libname p sasesock ':{port}' timeout=0.3;");
    let told = alone(&format!("{library} data p.t; x = 1; run;"));
    assert!(told.errors()[0].contains("no step came to read P.T"), "{}", told.log);
    let told = alone(&format!("{library} data got; set p.t; run;"));
    assert!(told.errors()[0].contains("no step writes P.T"), "{}", told.log);
    // The port is free again.
    let library = format!("libname p sasesock ':{port}' timeout=60;");
    let [writer, reader] = at_once([
        format!("{library} data p.t; x = 1; run;"),
        format!("{library} data got; set p.t; run;"),
    ]);
    assert!(writer.is_clean() && reader.is_clean());
}

#[test]
fn what_is_stopped_ends_at_both_ends() {
    let library = library(port());
    let stop = Arc::new(AtomicBool::new(false));
    let told = thread::scope(|scope| {
        let sessions = scope.spawn(|| {
            until(
                vec![
                    format!("{library} data p.t; do while (1); x + 1; output; end; run;"),
                    format!("{library} data _null_; set p.t; run;"),
                ],
                &stop,
            )
        });
        thread::sleep(Duration::from_millis(500));
        stop.store(true, Ordering::Relaxed);
        sessions.join().unwrap()
    });
    for told in told {
        assert_eq!(told.record.ended, "interrupted", "{}", told.log);
    }
}

/// The writer waits for room in one of its pipes, and the reader for pages of the other.
#[test]
fn steps_that_wait_for_each_other_are_told() {
    let (one, two) = (port(), port());
    let libraries = format!("libname a sasesock ':{one}' timeout=60; libname b sasesock ':{two}' timeout=60;");
    let [writer, reader] = at_once([
        format!("{libraries} data a.t b.t; length w $ 1000; do i = 1 to 100000; output; end; run;"),
        format!("{libraries} data got; set a.t b.t; run;"),
    ]);
    for told in [&writer, &reader] {
        assert!(!told.errors().is_empty(), "{}", told.log);
    }
    let logs = [writer.log, reader.log].join("\n");
    assert!(logs.contains("wait for each other"), "{logs}");
}
