//! Calling the dialect as a person would, in a folder of its own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use feedrate_dialects::Drives;
use feedrate_dialects::sasiotest::{self, Error, Request};
use feedrate_workload::Control;
use tempfile::TempDir;

/// A folder on a real file system, which the system's temporary folder may not be.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("cargo makes the folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The request that a command line makes, its first word being a file in this folder.
    pub fn request(&self, line: &str) -> Result<Request, Error> {
        let mut arguments = arguments(line);
        arguments[0] = self.path(&arguments[0].to_string_lossy()).into();
        sasiotest::parse(&arguments, &Drives::default())
    }

    /// Runs a command line, and gives what it printed with the folder left out.
    pub fn run(&self, line: &str) -> (Result<(), Error>, String) {
        let request = match self.request(line) {
            Ok(request) => request,
            Err(error) => return (Err(error), String::new()),
        };
        let mut printed = Vec::new();
        let ended = sasiotest::run(&request, &Control::default(), &mut printed);
        (ended, self.leave_out(printed))
    }

    /// Runs a command line that must succeed.
    pub fn must(&self, line: &str) -> String {
        let (ended, printed) = self.run(line);
        ended.unwrap_or_else(|error| panic!("{line}: {error}"));
        printed
    }

    /// Runs a command line that must fail, and gives its one-line message.
    pub fn message(&self, line: &str) -> String {
        let message = self.run(line).0.expect_err(line).to_string();
        assert!(!message.contains('\n'), "{message}");
        message.replace(&self.prefix(), "")
    }

    /// Returns whether files here take direct I/O; some in memory do not.
    pub fn takes_direct_io(&self) -> bool {
        let (ended, _) = self.run("probe -w -unbuffered");
        !matches!(ended, Err(Error::DirectRefused { .. }))
    }

    pub fn leave_out(&self, printed: Vec<u8>) -> String {
        String::from_utf8(printed)
            .expect("what is printed is text")
            .replace(&self.prefix(), "")
    }

    fn prefix(&self) -> String {
        format!("{}/", self.0.path().display())
    }
}

pub fn arguments(line: &str) -> Vec<OsString> {
    line.split(' ').map(OsString::from).collect()
}

/// Leaves out what differs from run to run: numbers with decimals.
pub fn redact(printed: &str) -> String {
    printed
        .split_inclusive(' ')
        .map(|word| match word.trim_end().parse::<f64>() {
            Ok(_) if word.contains('.') => word.replace(word.trim_end(), "#"),
            _ => word.to_owned(),
        })
        .collect()
}

pub fn size(path: &Path) -> u64 {
    std::fs::metadata(path).expect("the file is there").len()
}
