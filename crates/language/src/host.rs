//! What the reader of a program tells its host, and asks of it.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use feedrate_values::Severity;
use feedrate_values::format::Formats;

use crate::source::{Position, SourceId};

/// Something for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A line of a text is about to be read. Data lines are not shown, but count.
    Line {
        /// Its number in the session, from 1.
        number: u32,
        /// Its number in its own text, from 1.
        line: u32,
        /// Its text, without its end.
        text: &'a str,
        /// The text that it is of.
        source: SourceId,
        /// How many texts include it: 0 for the program itself.
        depth: usize,
    },
    /// A message, without `NOTE:` or the like before it.
    Message {
        /// How grave it is.
        severity: Severity,
        /// What it says.
        text: &'a str,
        /// What it is about.
        position: Position,
    },
    /// What `%put` writes.
    Put(&'a str),
    /// A statement that a macro made, if [`mprint`](feedrate_options::MacroOptions::mprint) is on.
    Mprint {
        /// The macro.
        name: &'a str,
        /// The statement, with its semicolon.
        text: &'a str,
    },
    /// What a reference stood for, if [`symbolgen`](feedrate_options::MacroOptions::symbolgen) is on.
    Symbolgen(&'a str),
    /// What a macro does, if [`mlogic`](feedrate_options::MacroOptions::mlogic) is on.
    Mlogic {
        /// The macro.
        name: &'a str,
        /// What it does.
        text: &'a str,
    },
}

/// The session around the reader.
pub trait Host {
    /// Takes something for the log.
    fn say(&mut self, event: Event<'_>);

    /// The local time, in seconds since 1960.
    fn datetime(&self) -> f64;

    /// Whether to stop; asked at every reference, call and macro statement.
    fn stopped(&mut self) -> bool {
        false
    }

    /// The file of a file reference.
    fn file_of(&self, _reference: &str) -> Option<PathBuf> {
        None
    }

    /// The autocall file of a macro that is not defined: `NAME.sas` in small letters, in a folder of `SASAUTOS=`.
    fn autocall(&self, _macro: &str) -> Option<PathBuf> {
        None
    }

    /// The bytes of a file to include, of one that has more than `most` the first of them and one more.
    fn read(&mut self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let file = File::open(path)?;
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// How many bytes the texts of the session may have together. They are kept for what is said of them.
    fn text_bytes(&self) -> u64 {
        256 << 20
    }

    /// The value of a variable of the environment, for `%sysget`.
    fn environment(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    /// The formats that the program has made, for `%sysfunc`; without them those of the language.
    fn formats(&self) -> Option<&Formats> {
        None
    }

    /// Sets a macro variable of another session, for `%syslput`: of the one that was named last if none is.
    /// Nothing is masked in the value, and the names are as written. The error says why not.
    fn set_in_session(
        &mut self,
        _session: Option<&str>,
        _name: &str,
        _value: &str,
    ) -> Result<(), String> {
        Err("no other session was begun; write SIGNON before it".to_owned())
    }

    /// Sets a macro variable of the session that began this one, for `%sysrput`. The error says why not.
    fn set_in_parent(&mut self, _name: &str, _value: &str) -> Result<(), String> {
        Err("no other session began this one; it belongs between RSUBMIT and ENDRSUBMIT".to_owned())
    }

    /// What a function gives for `%sysfunc` that is about files and data sets, such as `EXIST`. The name
    /// is in capitals. `None` if there is no such function.
    fn function(&mut self, _name: &str, _arguments: &[&str]) -> Option<String> {
        None
    }
}
