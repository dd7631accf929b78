//! The interface of the reader of a program to the session around it.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use feedrate_values::format::Formats;
use feedrate_values::function::Answer;
use feedrate_values::{Severity, Value};

use crate::macros::MacroState;
use crate::source::{Position, SourceId};

/// An event for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A line of a text is about to be read. Data lines are not shown, but are counted.
    Line {
        /// Its number in the session, from 1.
        number: u32,
        /// Its number in its own text, from 1.
        line: u32,
        /// Its text, without its end.
        text: &'a str,
        /// The text that contains it.
        source: SourceId,
        /// The depth of inclusion: 0 for the program itself.
        depth: usize,
    },
    /// A message, without `NOTE:` or the like before it.
    Message {
        /// Its severity.
        severity: Severity,
        /// The message.
        text: &'a str,
        /// The position that it is about.
        position: Position,
    },
    /// The text that `%put` writes.
    Put(&'a str),
    /// A statement that a macro generated, if [`mprint`](feedrate_options::MacroOptions::mprint) is on.
    Mprint {
        /// The macro.
        name: &'a str,
        /// The statement, with its semicolon.
        text: &'a str,
    },
    /// The value of a reference, if [`symbolgen`](feedrate_options::MacroOptions::symbolgen) is on.
    Symbolgen(&'a str),
    /// A step in the execution of a macro, if [`mlogic`](feedrate_options::MacroOptions::mlogic) is on.
    Mlogic {
        /// The macro.
        name: &'a str,
        /// Its description.
        text: &'a str,
    },
}

/// The session around the reader.
pub trait Surroundings {
    /// Logs an event.
    fn say(&mut self, event: Event<'_>);

    /// Returns the local time, in seconds since 1960.
    fn datetime(&self) -> f64;

    /// Returns whether to stop. Callee at every reference, call and macro statement.
    fn stopped(&mut self) -> bool {
        false
    }

    /// Returns the path of a file reference.
    fn file_of(&self, _reference: &str) -> Option<PathBuf> {
        None
    }

    /// Returns the autocall file of an undefined macro: `NAME.sas` in lower case, in a folder of `SASAUTOS=`.
    fn autocall(&self, _macro: &str) -> Option<PathBuf> {
        None
    }

    /// Returns the file of a stored macro, by its name in upper case.
    fn stored_macro(&self, _macro: &str) -> Option<PathBuf> {
        None
    }

    /// Stores the text of a macro in the library of SASMSTORE=.
    ///
    /// # Errors
    ///
    /// Returns the reason, for a message, if it cannot be stored.
    fn store_macro(&mut self, _macro: &str, _text: &str, _has_source: bool, _description: &str) -> Result<(), String> {
        Err("this session has no library of stored macros".to_owned())
    }

    /// Shows the text of a stored macro of a library, by default that of SASMSTORE=, in the log, or writes it to a
    /// file: a path in quotes or a file reference.
    ///
    /// # Errors
    ///
    /// Returns the reason, for a message, if that cannot be done.
    fn copy_macro(&mut self, _macro: &str, _library: Option<&str>, _out: Option<&str>) -> Result<(), String> {
        Err("this session has no library of stored macros".to_owned())
    }

    /// Reads a file to include: at most the first `most` bytes and one more, which shows that the file is longer.
    ///
    /// # Errors
    ///
    /// Returns the error of opening or reading the file.
    fn read(&mut self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let file = File::open(path)?;
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Returns how many bytes the texts of the session may have together. They are kept for messages.
    fn text_bytes(&self) -> u64 {
        256 << 20
    }

    /// Returns an environment variable, for `%sysget`.
    fn environment(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    /// Returns the formats that the program has defined, for `%sysfunc`; without them only those of the language exist.
    fn formats(&self) -> Option<&Formats> {
        None
    }

    /// Sets a macro variable of another session, for `%syslput`: of the session that was named last if `session` is
    /// `None`. The value has no masked characters, and the name is as written.
    ///
    /// # Errors
    ///
    /// Returns the reason, for a message, if the variable cannot be set.
    fn set_in_session(&mut self, _session: Option<&str>, _name: &str, _value: &str) -> Result<(), String> {
        Err("no other session was begun; write SIGNON before it".to_owned())
    }

    /// Sets a macro variable of the session that started this one, for `%sysrput`.
    ///
    /// # Errors
    ///
    /// Returns the reason, for a message, if the variable cannot be set.
    fn set_in_parent(&mut self, _name: &str, _value: &str) -> Result<(), String> {
        Err("no other session began this one; it belongs between RSUBMIT and ENDRSUBMIT".to_owned())
    }

    /// Runs a text at once, with the variables and macros of the program: the function DOSUBL. Returns them, and true
    /// if it ran without errors.
    fn submit(&mut self, _text: &str, state: MacroState) -> (MacroState, bool) {
        (state, false)
    }

    /// Answers a function about the session, such as `EXIST`, for `%sysfunc` and `%syscall`. The name is in upper case.
    fn answer(&mut self, _name: &str, _arguments: &[Value<'_>]) -> Answer {
        Answer::Invalid(0)
    }
}

/// A reader's surroundings for text without macro processing.
pub(crate) struct QuietSurroundings;

impl Surroundings for QuietSurroundings {
    fn say(&mut self, _: Event<'_>) {}

    fn datetime(&self) -> f64 {
        0.0
    }
}
