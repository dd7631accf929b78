//! The command of a study.

use std::fmt;

/// The command that is run for a cell.
#[derive(Clone, PartialEq, Eq)]
pub struct Invocation {
    /// The program, job file or command.
    pub subject: Subject,
    /// Its arguments, in which placeholders are replaced.
    pub arguments: Vec<String>,
    /// Of what is run before the first cell: it is run once for each combination of the levels of these factors.
    pub each: Vec<String>,
}

/// The kind of what is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A program of the SAS language, run by `feedrate run`.
    Program(String),
    /// A job file of fio, run by `feedrate fio`.
    Job(String),
    /// A synthetic job, run by `feedrate measure`.
    Measure,
    /// Any command.
    Command,
}

impl fmt::Debug for Invocation {
    /// Writes it under the name by which stores know it: the digest of a study is that of this text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("What");
        text.field("subject", &self.subject);
        text.field("arguments", &self.arguments);
        text.field("each", &self.each).finish()
    }
}

impl Invocation {
    /// Returns all of its texts in which placeholders are replaced.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &String> {
        let file = match &self.subject {
            Subject::Program(file) | Subject::Job(file) => Some(file),
            Subject::Measure | Subject::Command => None,
        };
        file.into_iter().chain(&self.arguments)
    }

    /// Returns its kind in messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self.subject {
            Subject::Program(_) => "program",
            Subject::Job(_) => "job",
            Subject::Measure => "measure",
            Subject::Command => "command",
        }
    }
}
