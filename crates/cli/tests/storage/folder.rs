//! A folder of its own for a test, in which the program runs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The folder, which is removed at the end.
pub struct Folder(TempDir);

/// The output of a run.
pub struct Output {
    /// `None` if a signal ended it.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Folder {
    pub fn new() -> Self {
        Self(TempDir::with_prefix("feedrate-test-").expect("a folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns a command that runs the program here.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(program());
        command.args(words).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// Runs the program with words that blanks separate.
    pub fn run(&self, line: &str) -> Output {
        self.run_words(&line.split(' ').collect::<Vec<_>>())
    }

    pub fn run_words(&self, words: &[&str]) -> Output {
        Output::of(&mut self.command(words))
    }

    /// Returns the output of a run that must succeed.
    pub fn succeed(&self, line: &str) -> String {
        let ran = self.run(line);
        assert_eq!(ran.code, Some(0), "{line}: {}{}", ran.stdout, ran.stderr);
        ran.stdout
    }

    /// Returns the names of what is here.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Output {
    pub fn of(command: &mut Command) -> Self {
        let ran = command.output().expect("a run");
        Self {
            code: ran.status.code(),
            stdout: String::from_utf8(ran.stdout).expect("UTF-8"),
            stderr: String::from_utf8(ran.stderr).expect("UTF-8"),
        }
    }
}

/// Returns the path of the program, for which the folder does not matter.
pub fn program() -> PathBuf {
    std::path::absolute(Path::new(env!("CARGO_BIN_EXE_feedrate"))).expect("a path")
}
