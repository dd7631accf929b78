//! DATA steps that are stored as views and as programs.

use std::fs;

use crate::log_and_listing::log_and_listing;

/// Returns the words of the listing of a program without errors.
#[track_caller]
fn listed(program: &str) -> Vec<String> {
    let (log, listing) = log_and_listing(program);
    assert!(!log.contains("ERROR"), "{log}");
    listing.split_whitespace().map(str::to_owned).collect()
}

/// Returns the errors of a program, in which errors stop no later steps.
fn errors(program: &str) -> Vec<String> {
    let (log, _) = log_and_listing(&format!("options nosyntaxcheck; {program}"));
    let errors = log.lines().filter(|line| line.starts_with("ERROR"));
    errors.map(str::to_owned).collect()
}

#[test]
fn a_view_in_a_library_is_there_in_the_next_session() {
    let folder = tempfile::tempdir().unwrap();
    let library = format!("libname lib '{}';", folder.path().display());
    let (log, _) = log_and_listing(&format!(
        "{library} data lib.t; do x = 1 to 3; output; end; run;
         data lib.v(keep=y rename=(y=z)) / view=lib.v; set lib.t; y = x * 2; run;"
    ));
    assert!(log.contains("NOTE: DATA STEP view saved on file LIB.V."), "{log}");
    // One observation more is in what it reads now.
    let words = listed(&format!(
        "{library} data more; x = 9; run; proc append base=lib.t data=more; run;
         proc print data=lib.v(where=(z > 2)); run;"
    ));
    assert_eq!(words, ["Obs", "z", "2", "4", "3", "6", "4", "18"]);
}

#[test]
fn views_read_views_and_nothing_of_them_stays_in_work() {
    let words = listed(
        "data a; do x = 1 to 4; output; end; run;
         data v / view=v; set a; y = x * 2; run;
         data w / view=w; merge v a(rename=(x=k)); if y > 4; run;
         data out; set v w; run;
         proc means data=w n sum; var y; run;
         proc datasets lib=work; run; quit;",
    );
    let members: Vec<&str> = ["A", "OUT", "V", "W"]
        .into_iter()
        .filter(|name| words.contains(&(*name).to_owned()))
        .collect();
    assert_eq!(members, ["A", "OUT", "V", "W"]);
    assert!(words.contains(&"14.0000000".to_owned()), "{words:?}");
    assert!(!words.iter().any(|word| word.contains("_FEEDRATE")), "{words:?}");
}

#[test]
fn a_view_has_any_name_that_it_is_given() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let libraries = format!(
        "libname l '{}'; libname k '{}';",
        one.path().display(),
        two.path().display()
    );
    let words = listed(&format!(
        "{libraries} data a; x = 1; run;
         data l.v / view=l.v; set work.a; run;
         proc copy in=l out=k memtype=view; run;
         proc datasets lib=l nolist; change v=w; quit;
         proc print data=l.w; run;
         libname l clear;
         proc print data=k.v; run;"
    ));
    assert_eq!(words, ["Obs", "x", "1", "1", "Obs", "x", "1", "1"]);
}

#[test]
fn obs_holds_for_what_a_view_reads_and_for_its_rows() {
    // SAS Language Reference: Concepts, Processing a Segment of Data: applied to each view, starting with the root.
    let words = listed(
        "data a; do i = 1 to 10; output; end; run;
         data v / view=v; set a; run;
         data w / view=w; set a; if i > 2; run;
         options firstobs=4; proc print data=v noobs; run;
         options firstobs=1 obs=3; proc print data=w noobs; run;",
    );
    assert_eq!(words, ["i", "7", "8", "9", "10", "i", "3"]);
}

#[test]
fn a_view_that_reads_itself_is_refused() {
    let found = errors(
        "data a; x = 1; run;
         data v / view=v; set a; run;
         data w / view=w; set v; run;
         data v / view=v; set w; run;",
    );
    assert_eq!(
        found,
        ["ERROR: the view WORK.W cannot be read: the view WORK.V reads itself"]
    );
}

#[test]
fn what_cannot_be_stored_is_told() {
    let found = errors(
        "data a; x = 1; run;
         data a / view=a; x = 2; run;
         data b / view=c; x = 2; run;
         data v / view=v; x = 2; run;
         data v; x = 3; run;
         data view=nothing; describe; run;
         data pgm=nothing; run;
         data view=v; execute; run;",
    );
    assert_eq!(
        found,
        [
            "ERROR: Unable to create WORK.A.VIEW because WORK.A.DATA already exists.",
            "ERROR: The view WORK.C is none of the data sets in the DATA statement.",
            "ERROR: WORK.V is a view, which is only read; PROC DELETE with MEMTYPE=VIEW removes it, or choose another \
             name",
            "ERROR: File WORK.NOTHING.VIEW does not exist.",
            "ERROR: File WORK.NOTHING.PROGRAM does not exist.",
            "ERROR: the statement after DATA VIEW= is DESCRIBE",
        ]
    );
}

#[test]
fn a_failure_of_a_view_ends_the_step_that_reads_it() {
    let found = errors(
        "data a; x = 1; run;
         data v / view=v; set a; if x = 1 then abort; run;
         data b; set v; run;",
    );
    assert!(
        found.iter().any(|error| error.contains("WORK.V could not be read")),
        "{found:?}"
    );
}

#[test]
fn a_program_runs_each_time_it_is_executed() {
    let words = listed(
        "data p / pgm=p; input x; datalines;
1
2
;
         data pgm=p; run;
         proc print data=p; run;
         data pgm=p; describe; execute; run;
         proc print data=p; run;",
    );
    assert_eq!(words, ["Obs", "x", "1", "1", "2", "2", "Obs", "x", "1", "1", "2", "2"]);
}

#[test]
fn a_file_that_is_no_program_is_told_of_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.feedrate-program");
    fs::write(&path, "notes of mine").unwrap();
    let found = errors(&format!(
        "libname lib '{}'; data a / pgm=lib.p; x = 1; run; data pgm=lib.p; run;",
        folder.path().display()
    ));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found
            .iter()
            .all(|error| error.contains("not one that feedrate has written")),
        "{found:?}"
    );
    assert_eq!(fs::read(&path).unwrap(), b"notes of mine");
}

#[cfg(feature = "sql")]
#[test]
fn a_query_reads_the_rows_of_a_step() {
    let words = listed(
        "data a; do x = 1 to 4; output; end; run;
         data v / view=v; set a; y = x * 2; run;
         proc sql;
           select sum(y) as s from v where x > 1;
           create view w as select v.x, y from v, a where v.x = a.x and y > 6;
           select * from w;
         quit;
         data out; set w; put x= y=; run;
         proc sql; create view v as select 5 as z from a where x = 1; select * from v; describe view v; quit;",
    );
    assert_eq!(words, ["s", "18", "x", "y", "4", "8", "z", "5"]);
}
