//! Macro variables that are sent between sessions, and blocks that macros generate.

use super::{log_of, place_of, run};

#[test]
fn values_go_to_a_session_and_come_back() {
    let log = log_of(
        "signon a; signon b;
%syslput n=25 / remote=a;
%syslput n=7 / remote=b;
%let n = 1;
%let back = none;
rsubmit a wait=no; %put n is &n here; %sysrput back = &n; endrsubmit;
rsubmit b; %put n is &n here; %sysrput other = &n; endrsubmit;
waitfor a;
%put n=&n back=&back other=&other;",
    );
    for line in ["A: n is 25 here", "B: n is 7 here", "n=1 back=25 other=7"] {
        assert!(log.contains(&format!("\n{line}\n")), "{line}: {log}");
    }
}

#[test]
fn references_resolve_in_the_session_and_in_a_macro_before_it() {
    let log = log_of(
        "%let where = client;
%macro make(n);
 %do i = 1 %to &n;
  signon t&i;
  rsubmit process=t&i wait=no;
   %let where = session;
   data _null_; put \"t&i from &where\"; run;
   data made&i; x = 1; run;
   %sysrput got&i = &syslast;
  endrsubmit;
 %end;
 waitfor _all_ %do i = 1 %to &n; t&i %end;;
%mend;
signon open;
rsubmit open; %let where = session; data _null_; put \"open from &where\"; run; endrsubmit;
%make(2)
%put got &got1 and &got2;",
    );
    assert!(log.contains("\nOPEN: open from session\n"), "{log}");
    // In a macro %LET is executed and references are resolved before the block is sent to the session.
    for line in ["T1: t1 from session", "T2: t2 from session"] {
        assert!(log.contains(&format!("\n{line}\n")), "{line}: {log}");
    }
    assert!(log.contains("got WORK.MADE1 and WORK.MADE2"), "{log}");
}

#[test]
fn values_come_with_the_log_or_at_once() {
    let program = "%let v = none; %let w = none;
%macro wait; %do %while(&w = none); options nocenter; %end; %mend;
signon a; signon b;
rsubmit a wait=no; %sysrput v = there; data _null_; file 'ready'; put 'x'; run; endrsubmit;
data _null_; infile 'ready'; input; run;
%put before v=&v;
waitfor a;
%put after v=&v;
rsubmit b wait=no sysrputsync=yes; %sysrput w = there; data _null_; infile 'go'; input; run; endrsubmit;
%wait
%put at once w=&w;
data _null_; file 'go'; put 'x'; run;";
    let dir = place_of(program, &["ready", "go"]);
    let ran = run(&dir);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    for line in ["before v=none", "after v=there", "at once w=there"] {
        assert!(ran.stderr.contains(&format!("\n{line}\n")), "{line}: {}", ran.stderr);
    }
}

#[test]
fn a_variable_tells_how_far_a_session_is() {
    let log = log_of(
        "signon a cmacvar=on;
%put on=&on;
rsubmit a wait=no cmacvar=at; data _null_; do i = 1 to 10; end; run; endrsubmit;
waitfor a;
%put at=&at;
signoff a cmacvar=off;
%put off=&off;",
    );
    for line in ["on=0", "at=0", "off=0"] {
        assert!(log.contains(&format!("\n{line}\n")), "{line}: {log}");
    }
}

#[test]
fn macros_options_and_formats_stay_from_block_to_block_and_in_their_session() {
    let log = log_of(
        "signon a; signon b;
rsubmit a; %macro m; put 'the macro of A'; %mend; options nonotes; proc format; value ones 1='one'; run; \
         data k; x=1; run; endrsubmit;
rsubmit b; data _null_; put 'b has notes'; run; endrsubmit;
rsubmit a; data _null_; set k; %m; put x ones.; run; endrsubmit;",
    );
    for line in ["A: the macro of A", "A: one", "B: b has notes"] {
        assert!(log.contains(&format!("\n{line}\n")), "{line}: {log}");
    }
    assert!(log.contains("\nB: NOTE:"), "{log}");
}
