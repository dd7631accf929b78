//! The records of the steps of a program.

use std::sync::Arc;

use feedrate_session::options::SystemOptions;
use feedrate_session::{Session, Setup};

#[test]
fn records_that_nobody_reads_are_not_kept() {
    let work = tempfile::tempdir().unwrap();
    let steps = |drops: bool| {
        let mut session = Session::new(Setup {
            log: Box::new(std::io::sink()),
            listing: Box::new(std::io::sink()),
            work: Some(work.path().to_owned()),
            options: SystemOptions::default(),
            sysparm: String::new(),
            stop: Arc::default(),
        });
        if drops {
            session.drop_records();
        }
        let text = "data a; x = 1; run; proc print data=a; run;";
        session.run("program.sas", text).unwrap().steps.len()
    };
    assert_eq!((steps(false), steps(true)), (2, 0));
}
