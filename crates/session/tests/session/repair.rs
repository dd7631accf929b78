//! DLDMGACTION= with data sets whose update was interrupted.

use std::fs;
use std::num::NonZeroU64;

use feedrate_dataset::format::Marks;
use feedrate_pageio::open_file;

use crate::log_and_listing::log_and_listing;

/// Runs a program with a library MADE, in which the update of the data set A was interrupted and its journal is lost.
/// Returns the errors.
fn errors(program: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let library = format!("libname made '{}';\n", folder.path().display());
    let (log, _) = log_and_listing(&format!("{library}data made.a; x = 1; run;"));
    assert!(!log.contains("ERROR"), "{log}");
    let marks = Marks {
        update: NonZeroU64::new(7),
        ..Marks::default()
    };
    let (at, bytes) = marks.encode();
    let path = folder.path().join("a.sas7bdat");
    let file = fs::File::options().write(true).open(path).unwrap();
    open_file::write_all_at(&file, &bytes, at).unwrap();
    // Its header tells of pages that were not written.
    file.set_len(8192).unwrap();
    let (log, _) = log_and_listing(&format!("{library}{program}"));
    let errors = log.lines().filter(|line| line.starts_with("ERROR"));
    errors
        .map(|line| line.replace(folder.path().to_str().unwrap(), ""))
        .collect()
}

#[test]
fn the_data_set_option_repairs_as_the_system_option_does() {
    let programs = [
        "data _null_; set made.a@; run;",
        "data _null_; set made.a@ point=n; stop; n = 1; run;",
        "proc print data=made.a@; run;",
        "proc sort data=made.a@ out=b; by x; run;",
        "proc means data=made.a@; run;",
        "data b; x = 1; run; data _null_; merge made.a@ b; by x; run;",
        "proc freq data=made.a@; run;",
        "proc transpose data=made.a@ out=b; run;",
        "data _null_; set made.a@ key=x; stop; run;",
        "data _null_; if _n_ < 0 then set made.a@; stop; run;",
        "data _null_; set made.a@ nobs=n; put n=; stop; run;",
        "data made.a; modify made.a@; replace; run;",
    ];
    for program in programs {
        let named = |option| program.replace('@', option);
        let refused = errors(&named(""));
        let is_refused = |it: &String| it.contains("update of it was interrupted");
        assert!(refused.iter().any(is_refused), "{program}: {refused:?}");
        for repaired in [
            format!("options dldmgaction=repair; {}", named("")),
            named("(dldmgaction=repair)"),
        ] {
            // It is tried, in vain.
            let tried = errors(&repaired);
            let is_tried = |it: &String| it.contains("missing or damaged");
            assert!(tried.iter().any(is_tried), "{repaired}: {tried:?}");
        }
    }
}
