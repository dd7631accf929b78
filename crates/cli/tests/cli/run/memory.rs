//! Large requests of a program are limited by MEMSIZE=: one clear error, and no memory taken.

use std::fs;

use super::{errors, place_with};
use crate::json::parse;
use crate::test_folder::TestFolder;

/// The memory of the program in addition to MEMSIZE=, as it is built for tests: some 36 MB of its own code, which is
/// not optimized, and 10 MB for the first step that is compiled. With PROC SQL it is several times as large.
const MARGIN: u64 = if cfg!(feature = "sql") { 96 << 20 } else { 64 << 20 };

/// Runs a program with 64 MiB, and returns its errors. Its peak must be no more than that and a margin.
#[track_caller]
fn errors_within_memory(dir: &TestFolder, name: &str) -> Vec<String> {
    let line = format!("run {name} -o memsize=64m -o nosyntaxcheck --work work --json json");
    let ran = dir.run(&line);
    let record = parse(&fs::read_to_string(dir.path("json")).expect("the figures"));
    let peak = record["usage"]["peak_memory_bytes"].as_u64();
    assert!(peak.expect("a peak") < (64 << 20) + MARGIN, "{peak:?}");
    errors(&ran.stderr).into_iter().map(str::to_owned).collect()
}

#[track_caller]
fn expect_no_error(text: &str) {
    let dir = place_with(&[("p.sas", text)]);
    assert_eq!(errors_within_memory(&dir, "p.sas"), [""; 0]);
}

#[track_caller]
fn expect_one_error(text: &str, says: &[&str]) {
    let dir = place_with(&[("p.sas", text)]);
    expect_error_of_memory(&errors_within_memory(&dir, "p.sas"), says);
}

#[track_caller]
fn expect_error_of_memory(errors: &[String], says: &[&str]) {
    assert_eq!(errors.len(), 1, "{errors:?}");
    let says = says.iter().chain(&["MEMSIZE="]);
    for says in says {
        assert!(errors[0].contains(says), "no {says} in {errors:?}");
    }
}

#[test]
fn a_device_is_no_program() {
    for (text, says) in [
        ("%include '/dev/zero';", "Cannot open %INCLUDE file /dev/zero."),
        ("%include '/dev/urandom';", "Cannot open %INCLUDE file /dev/urandom."),
    ] {
        let dir = place_with(&[("p.sas", text)]);
        let errors = errors_within_memory(&dir, "p.sas");
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(
            errors[0].contains(says) && errors[0].contains("at line 1 column 1"),
            "{errors:?}"
        );
    }
    let dir = place_with(&[]);
    let ran = dir.run("run /dev/zero -o memsize=64m");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("it is a device"), "{}", ran.stderr);
}

#[test]
fn a_text_is_no_longer_than_memory() {
    let dir = place_with(&[("p.sas", "%include 'long.sas';")]);
    let long = fs::File::create(dir.path("long.sas")).expect("a file");
    long.set_len(1 << 40).expect("a file of holes");
    expect_error_of_memory(
        &errors_within_memory(&dir, "p.sas"),
        &["Cannot open %INCLUDE file long.sas", "4096K"],
    );
    let ran = dir.run("run long.sas -o memsize=64m");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("4096K that MEMSIZE= leaves"), "{}", ran.stderr);
}

#[test]
fn many_small_files_are_together_as_one() {
    let dir = place_with(&[(
        "p.sas",
        "%macro m; %do i = 1 %to 20; %include 'long.sas'; %end; %mend; %m",
    )]);
    fs::write(dir.path("long.sas"), "* a comment;\n".repeat(1 << 17)).expect("a file");
    let errors = errors_within_memory(&dir, "p.sas");
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("Cannot open %INCLUDE file long.sas"), "{errors:?}");
}

#[test]
fn a_line_is_no_longer_than_memory() {
    let line = "A line of that length needs";
    for put in ["put @999999999 'x';", "do i = 1 to 9; put +99999999 'x' @; end;"] {
        let text = format!("data _null_; file '/dev/null' lrecl=1000000000; {put} run;");
        expect_one_error(&text, &[line, "at line 1"]);
    }
    let text = "data _null_; infile '/dev/zero' lrecl=1000000000; input @999999999 x $1.; run;";
    expect_one_error(text, &[line, "at line 1"]);
    // Lines that are held share it.
    let text = "data _null_; infile 'short' lrecl=50000000; input #1 a $1. #2 b $1.; run;";
    let dir = place_with(&[("p.sas", text)]);
    let long = "x".repeat(40_000_000);
    fs::write(dir.path("short"), format!("{long}\n{long}\n")).expect("lines");
    let errors = errors_within_memory(&dir, "p.sas");
    assert!(errors.len() == 1 && errors[0].contains(line), "{errors:?}");
}

#[test]
fn variables_are_no_more_than_memory() {
    let need = "the variables of this step need";
    for (declared, at) in [
        ("length x1-x20000 $32767;", "at line 1 column 16"),
        ("array a{20000} $32767;", "at line 1 column 15"),
        ("array a{20000} $32767 _temporary_; a{1} = 'a';", "at line 1 column 15"),
        ("array a{16000000} _temporary_; a{1} = 1;", "at line 1 column 15"),
        ("array a{2000000} _temporary_ (2000000 * 1);", "at line 1 column 15"),
    ] {
        expect_one_error(&format!("data a; {declared} run;"), &[need, at]);
    }
    let lists: Vec<_> = (1..=35).map(|list| format!("y{list}_1-y{list}_30000")).collect();
    let text = format!("data _null_; length {} 8; run;", lists.join("\n"));
    expect_one_error(&text, &[need, "at line "]);
}

#[test]
fn rows_are_no_more_than_memory() {
    // The variables fit, but the copies of their row do not.
    expect_one_error(
        "data a; length x1-x1000 $32767; run;",
        &["a row of which has 32767000 bytes", "at line 1 column 6"],
    );
    let dir = place_with(&[
        (
            "make.sas",
            "libname l 'lib'; data l.a; length x1-x800 $32767; x1 = 'a'; run;",
        ),
        (
            "p.sas",
            "libname l 'lib';
             data b; set l.a (keep=x1); run;
             proc sort data=l.a out=c; by x1; run;
             proc append base=d data=l.a; run;
             proc copy in=l out=work; run;
             proc transpose data=l.a out=t; var x1-x800; run;",
        ),
    ]);
    dir.succeed("run make.sas -o memsize=1g --work work");
    let errors = errors_within_memory(&dir, "p.sas");
    assert_eq!(errors.len(), 5, "{errors:?}");
    for error in errors {
        assert!(error.contains("MEMSIZE="), "{error}");
    }
}

#[test]
fn a_page_is_no_more_than_memory() {
    let dir = place_with(&[
        ("make.sas", "libname l 'lib'; data l.a (bufsize=96m); x = 1; run;"),
        (
            "p.sas",
            "libname l 'lib'; data b; set l.a; run; proc contents data=l.a; run; proc sort data=l.a; by x; run;",
        ),
    ]);
    dir.succeed("run make.sas -o memsize=1g --work work");
    let errors = errors_within_memory(&dir, "p.sas");
    assert_eq!(errors.len(), 3, "{errors:?}");
    for error in errors {
        assert!(error.contains("has pages of 98304K, more than the 65536K"), "{error}");
    }
}

#[test]
fn pages_of_new_data_sets_are_no_more_than_memory() {
    for data_set in [
        "a (bufsize=2147483647)",
        "a (bufsize=22m)",
        "a (bufsize=1g compress=yes)",
    ] {
        let text = format!("data {data_set}; x = 1; run;");
        expect_one_error(&text, &["WORK.A", "three of them in memory", "lower BUFSIZE="]);
    }
    expect_one_error(
        "proc sort data=sashelp.class out=b (bufsize=1g); by name; run;",
        &["WORK.B", "pages of 1048576K"],
    );
    // The memory of a step that has ended is there for the next one.
    let dir = place_with(&[(
        "p.sas",
        "data a (bufsize=20m); x = 1; run; data b (bufsize=20m); x = 1; run;",
    )]);
    assert_eq!(errors_within_memory(&dir, "p.sas"), [""; 0]);
}

#[test]
fn data_sets_of_one_step_share_memory() {
    let names: Vec<_> = (1..=4).map(|number| format!("a{number}")).collect();
    let make = |name: &String| format!("data l.{name} (bufsize=20m); x = 1; run;");
    let made: String = names.iter().map(make).collect();
    let dir = place_with(&[
        ("make.sas", &format!("libname l 'lib'; {made}")),
        (
            "p.sas",
            "libname l 'lib'; data _null_; set l.a1-l.a4; run; data _null_; merge l.a1-l.a4; run;",
        ),
    ]);
    dir.succeed("run make.sas -o memsize=1g --work work");
    let errors = errors_within_memory(&dir, "p.sas");
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("a4.sas7bdat has pages of 20480K"), "{errors:?}");
    assert!(errors[0].contains("the 4096K that MEMSIZE= leaves"), "{errors:?}");
}

#[test]
fn percentiles_of_many_combinations_are_within_memory() {
    expect_no_error(
        "data d;
           array c{6};
           do i = 1 to 25000;
             do j = 1 to 6; c{j} = ranuni(7); end;
             x = rannor(1);
             output;
           end;
           keep c1-c6 x;
         run;
         proc means data=d noprint; class c1-c6; var x; output out=r (keep=_type_ m) median=m; run;
         data _null_; set r end=last; n + 1; if last and n ne 1 + 63 * 25000 then abort; run;",
    );
}

#[test]
fn macro_variables_are_no_more_than_memory() {
    let many = "%macro m; %do i = 1 %to 10000000; #; %end; %mend; %m";
    for (each, says) in [
        ("%global v&i", "the macro variables would take"),
        ("%let v&i = %sysfunc(repeat(x, 999))", "the macro variables would take"),
    ] {
        let dir = place_with(&[("p.sas", &many.replace('#', each))]);
        let errors = errors_within_memory(&dir, "p.sas");
        assert!(errors.len() == 1 && errors[0].contains(says), "{errors:?}");
    }
    // A single value has a longest length of its own.
    let dir = place_with(&[(
        "p.sas",
        "%macro m; %let a = x; %do i = 1 %to 40; %let a = &a&a; %end; %mend; %m",
    )]);
    let errors = errors_within_memory(&dir, "p.sas");
    assert!(errors.len() == 1 && errors[0].contains("at most 65534"), "{errors:?}");
}
