//! The messages that the tests of processes share.

use std::path::PathBuf;

use feedrate_connect::{Begin, Role};

/// Returns the first message to a session.
pub fn begin(name: &str) -> Begin {
    Begin {
        version: "1".to_owned(),
        name: name.to_owned(),
        work: None,
        client_work: PathBuf::from("/tmp"),
        options: Vec::new(),
        sysparm: String::new(),
        depth: 1,
        role: Role::Session,
        records_courses: false,
        cold: None,
        pipe_key: None,
    }
}
