//! Views over several sessions.

use std::path::Path;

use crate::log_and_listing::log_and_listing;

/// Runs a program in a session of its own, with the library LIB; gives its log and its listing.
fn run(library: &Path, program: &str) -> (String, String) {
    log_and_listing(&format!("libname lib '{}';\n{program}", library.display()))
}

#[test]
fn a_view_in_a_library_is_there_in_the_next_session() {
    let library = tempfile::tempdir().unwrap();
    let (log, _) = run(
        library.path(),
        "data lib.t; do x = 1 to 3; output; end; run;
         proc sql; create view lib.v as select x * 2 as twice from t; quit;",
    );
    assert!(log.contains("NOTE: SQL view LIB.V has been defined."));
    // T of another library is not meant by it.
    let (log, listing) = run(
        library.path(),
        "data t; x = 99; run;
         proc sql; select sum(twice) as sum from lib.v; quit;
         data out; set lib.v(where=(twice > 2)); run;
         proc print data=out; run;",
    );
    assert!(!log.contains("ERROR"), "{log}");
    let words: Vec<_> = listing.split_whitespace().collect();
    assert_eq!(words, ["sum", "12", "Obs", "twice", "1", "4", "2", "6"], "{listing}");
}

#[test]
fn a_file_that_is_no_view_is_told_of_and_kept() {
    let library = tempfile::tempdir().unwrap();
    let path = library.path().join("v.feedrate-view");
    std::fs::write(&path, "notes of mine").unwrap();
    let (log, _) = run(
        library.path(),
        "proc sql; create view lib.v as select 1 as x from dictionary.macros; quit;",
    );
    assert!(log.contains("not one that feedrate has written"), "{log}");
    assert_eq!(std::fs::read(&path).unwrap(), b"notes of mine");
}

#[test]
fn what_a_view_lays_down_for_a_step_goes_with_it() {
    let library = tempfile::tempdir().unwrap();
    let (log, listing) = run(
        library.path(),
        "data t; x = 1; run;
         proc sql; create view v as select x from t; create view w as select x + 1 as y from v; quit;
         data out; merge v w; run;
         proc sql; select memname from dictionary.members where libname = 'WORK'; quit;",
    );
    assert!(!log.contains("ERROR"), "{log}");
    let words: Vec<_> = listing.split_whitespace().collect();
    assert_eq!(words, ["Member", "Name", "OUT", "T", "V", "W"], "{listing}");
}
