//! Each use that a pipe cannot serve is one clear error.

use crate::sessions::{alone, at_once, port};

fn library(port: u16) -> String {
    format!("libname p sasesock ':{port}' timeout=5;")
}

/// Nobody is at the other end, and nobody is waited for.
#[track_caller]
fn refused(program: &str, why: &str) {
    let told = alone(&format!("{} {program}", library(port())));
    let errors = told.errors();
    assert!(
        errors.iter().any(|error| error.contains(why)),
        "{program}\n{}",
        told.log
    );
    assert!(!told.log.contains("no step writes"), "{program}\n{}", told.log);
}

#[test]
fn what_asks_for_a_library_of_files() {
    for program in [
        "proc contents data=p._all_; run;",
        "proc contents data=p.t; run;",
        "proc datasets library=p; run; quit;",
        "proc datasets library=p; delete t; run; quit;",
        "proc copy in=p out=work; run;",
        "proc copy in=p out=work; select t; run;",
        "data a; x = 1; run; proc append base=p.t data=a; run;",
    ] {
        refused(program, "pipe");
    }
}

#[test]
fn what_goes_through_a_data_set_more_than_once() {
    for program in [
        "proc rank data=p.t out=r; var x; ranks y; run;",
        "proc transpose data=p.t out=r; run;",
        "proc logistic data=p.t; model y = x; run;",
    ] {
        refused(program, "which is read once");
    }
}

#[test]
fn a_second_pass_that_is_found_out_later() {
    let library = format!("libname p sasesock ':{}' timeout=60;", port());
    for read in [
        "data got; set p.t nobs=n; run;",
        "proc reg data=p.t; model x = y; output out=o r=r; run;",
        "data got; set p.t; set p.t; run;",
        "data got; merge p.t p.t(rename=(x=z)); run;",
    ] {
        let [writer, reader] = at_once([
            format!("{library} data p.t; do i = 1 to 1000; x = i; y = 2 * i + mod(i, 3); output; end; run;"),
            format!("{library} {read}"),
        ]);
        let errors = reader.errors();
        assert!(
            errors.iter().any(|error| error.contains("which is read once")),
            "{read}\n{}",
            reader.log
        );
        assert!(!reader.log.contains("NOTE: The data set WORK."), "{}", reader.log);
        drop(writer);
    }
}

#[test]
fn a_pipe_carries_one_data_set_of_a_step() {
    refused("data p.a p.b; x = 1; run;", "which carries P.A in this step");
    let library = format!("libname p sasesock ':{}' timeout=60;", port());
    for read in [
        "data got; set p.t p.u; run;",
        "data p.got; set p.t; run;",
        "proc sort data=p.t; by x; run;",
    ] {
        let [_, reader] = at_once([format!("{library} data p.t; x = 1; run;"), format!("{library} {read}")]);
        let errors = reader.errors();
        assert!(
            errors
                .iter()
                .any(|error| error.contains("which carries P.T in this step")),
            "{read}\n{}",
            reader.log
        );
    }
}

#[test]
fn what_libname_cannot_understand() {
    for (statement, why) in [
        ("libname q sasesock 'nowhere';", "cannot be assigned"),
        ("libname q sasesock ':7000' timeout=soon;", "TIMEOUT= takes"),
        ("libname q sasesock ':7000' timeout=-1;", "at most a year's 31536000"),
        (
            "libname q sasesock ':7000' timeout=31536001;",
            "at most a year's 31536000",
        ),
        ("libname q sasesock ':7000' secret='';", "SECRET= takes"),
        ("libname q sasesock ':7000' colour=red;", "colour"),
    ] {
        let told = alone(statement);
        assert!(told.log.to_lowercase().contains(&why.to_lowercase()), "{}", told.log);
        assert!(!told.errors().is_empty(), "{}", told.log);
    }
}

#[test]
fn steps_that_are_only_checked_wait_for_nobody() {
    let told = alone(&format!(
        "{} data a; set nosuch; run; data b; set p.t; run; data p.t; x = 1; run;",
        library(port())
    ));
    assert!(
        told.log
            .contains("steps that are only checked take nothing from a pipe"),
        "{}",
        told.log
    );
}

#[test]
fn functions_find_nothing_in_a_pipe() {
    let told = alone(&format!(
        "{} data _null_; there = exist('p.t'); put there=; run;",
        library(port())
    ));
    assert!(told.log.contains("there=0"), "{}", told.log);
}

#[test]
fn pages_that_no_pipe_takes() {
    let told = alone("libname q sasesock ':7000' timeout=1 bufsize=16m; data q.t; x = 1; run;");
    let [error] = told.errors()[..] else {
        panic!("{}", told.log)
    };
    assert!(error.contains("use a smaller BUFSIZE="), "{error}");
}
