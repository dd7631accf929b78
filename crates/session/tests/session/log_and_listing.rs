//! The output of a program in a session of its own.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_session::options::SystemOptions;
use feedrate_session::{Session, Setup};

/// The log and the listing of a program.
pub fn log_and_listing(text: &str) -> (String, String) {
    log_and_listing_with(SystemOptions::default(), text)
}

/// The same under some options.
pub fn log_and_listing_with(options: SystemOptions, text: &str) -> (String, String) {
    log_and_listing_until(options, text, &Arc::default())
}

/// The same until `stop` becomes true.
pub fn log_and_listing_until(options: SystemOptions, text: &str, stop: &Arc<AtomicBool>) -> (String, String) {
    let work = tempfile::tempdir().unwrap();
    let (mut log, mut listing) = (Vec::new(), Vec::new());
    let mut session = Session::new(Setup {
        log: Box::new(&mut log),
        listing: Box::new(&mut listing),
        work: Some(work.path().to_owned()),
        options,
        sysparm: String::new(),
        stop: Arc::clone(stop),
    });
    session.run("program.sas", text).unwrap();
    drop(session);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(log), text(listing))
}
