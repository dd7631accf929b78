//! A run of feedrate, and what it printed.

use std::fs;
use std::process::Command;

/// The log and the listing of a program.
pub struct Printed {
    pub log: String,
    pub listing: String,
}

impl Printed {
    /// Runs a program, with further arguments, in a folder of its own.
    ///
    /// # Panics
    ///
    /// Panics if there is no log, with what feedrate said instead.
    pub fn of(program: &str, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        fs::write(folder.path().join("program.sas"), program).expect("a program");
        let ran = Command::new(env!("CARGO_BIN_EXE_feedrate"))
            .args(["run", "program.sas", "--work", "."])
            .args(["--log", "log", "--listing", "listing"])
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .expect("feedrate runs");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
        let log = read("log");
        assert!(!log.is_empty(), "{}\n{program}", String::from_utf8_lossy(&ran.stderr));
        Self {
            log,
            listing: read("listing"),
        }
    }
}
