//! Libraries that a session inherits from the program, and the WORK of its own.

use std::net::TcpListener;

use super::{assert_nothing_left, log_of, place_of, run};

#[test]
fn a_session_has_a_work_of_its_own_and_inherits_what_it_is_given() {
    let log = log_of(
        "libname x 'lib' bufsize=64k;
data x.a; i = 1; run;
data w; i = 2; run;
signon a inheritlib=(x work=cwork);
rsubmit a inheritlib=(x=y);
 data _null_; set x.a cwork.w; put 'read ' i; run;
 data w; i = 3; run;
 data cwork.made; set w; run;
 libname y list;
endrsubmit;
data _null_; set w made; put 'own ' i; run;",
    );
    for line in ["A: read 1", "A: read 2", "own 2", "own 3"] {
        assert!(log.contains(&format!("\n{line}\n")), "{line}: {log}");
    }
    assert!(log.contains("A: NOTE: Libref Y was successfully assigned"), "{log}");
}

#[test]
fn what_is_for_reading_only_is_so_in_a_session_too() {
    let program = "libname x 'lib' access=readonly;
signon a inheritlib=(x);
rsubmit a; data x.b; i = 1; run; endrsubmit;";
    let dir = place_of(program, &[]);
    let ran = run(&dir);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("ACCESS=READONLY"), "{}", ran.stderr);
    assert_nothing_left(&dir);
}

#[test]
fn sessions_within_sessions() {
    let dir = place_of(
        "signon a;
rsubmit a;
 signon b;
 rsubmit b; data _null_; put 'two deep'; run; endrsubmit;
 signoff b;
endrsubmit;",
        &[],
    );
    let ran = dir.run("run p.sas --work work --json j");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("\nA: B: two deep\n"), "{}", ran.stderr);
    let record = std::fs::read_to_string(dir.path("j")).expect("the figures");
    let record = crate::json::parse(&record);
    let names = record["sessions"].as_array().expect("sessions").iter();
    let names: Vec<_> = names.map(|session| session["name"].clone()).collect();
    assert_eq!(names, ["A", "A.B"]);
    assert_eq!(record["sessions"][1]["steps"][0]["name"], "DATA");
}

#[test]
fn sessions_stream_to_each_other_through_pipes_of_their_own_and_of_the_program() {
    let port = free_port();
    let program = format!(
        "libname p sasesock ':{port}' timeout=60 secret='of the test';
signon a; signon b inheritlib=(p);
rsubmit a wait=no inheritlib=(p=out); data out.q; do i = 1 to 5000; output; end; run; endrsubmit;
rsubmit b wait=no; data got; set p.q; run; data _null_; set got end=e; if e then put 'last ' i; run; endrsubmit;
waitfor _all_ a b;"
    );
    let dir = place_of(&program, &[]);
    let ran = dir.run("run p.sas --work work --timeline t.html");
    let log = &ran.stderr;
    assert_eq!(ran.code, Some(0), "{log}");
    assert!(log.contains("\nB: last 5000\n"), "{log}");
    assert!(!log.contains("of the test"), "{log}");
    // The timeline has the steps of both, and the pipe between them.
    let page = std::fs::read_to_string(dir.path("t.html")).expect("the timeline");
    for text in [">A<", ">B<", &format!(":{port}"), "unix socket"] {
        assert!(page.contains(text), "no {text} in {page}");
    }
}

/// Returns a port of this machine that is not in use.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its address").port()
}
