//! DOSUBL: runs a text at once, while a step or the reader of the program waits for it.
//!
//! It runs in a session of its own, which has the libraries, the files, the formats and the options of the one around
//! it; and its macro variables and macros, which the text may change.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_dataset::Libraries;
use feedrate_language::Reader;
use feedrate_language::macros::MacroState;
use feedrate_values::Severity;
use feedrate_values::format::Formats;
use feedrate_values::function::LogLine;

use crate::conversions::Conversions;
use crate::file_references::FileReferences;
use crate::options::SystemOptions;
use crate::session::{Session, Setup};

/// The deepest nesting of texts that run within others.
const DEEPEST: usize = 8;

/// The parts of the session around the text.
pub(crate) struct OuterSession<'s> {
    pub(crate) libraries: &'s Libraries,
    pub(crate) files: &'s FileReferences,
    pub(crate) formats: &'s Formats,
    pub(crate) options: &'s SystemOptions,
    pub(crate) stop: &'s Arc<AtomicBool>,
    /// The number of texts around it.
    pub(crate) depth: usize,
}

/// The output of a text.
#[derive(Default)]
pub(crate) struct SubmitOutput {
    pub(crate) lines: Vec<LogLine>,
    pub(crate) listing: Vec<u8>,
    /// True if it ran without errors.
    pub(crate) runs: bool,
}

/// Runs a text, and returns the macro variables and macros after it.
pub(crate) fn submit(text: &str, state: MacroState, around: &OuterSession<'_>) -> (MacroState, SubmitOutput) {
    if around.depth >= DEEPEST {
        let text = format!("DOSUBL is nested more than {DEEPEST} deep; the text probably runs itself.");
        return (state, refused(text));
    }
    let libraries = match around.libraries.beside() {
        Ok(libraries) => libraries,
        Err(error) => return (state, refused(error.to_string())),
    };
    let mut reader = match Reader::within("DOSUBL", text, state) {
        Ok(reader) => reader,
        Err(given_back) => {
            let (state, error) = *given_back;
            return (state, refused(error.to_string()));
        }
    };
    let (log, listing) = (Memory::default(), Memory::default());
    let mut options = around.options.clone();
    // The text is not a part of the program, whose lines are shown.
    options.log.source = false;
    let mut session = Session::new(Setup {
        log: Box::new(log.clone()),
        listing: Box::new(listing.clone()),
        work: None,
        options,
        sysparm: String::new(),
        stop: Arc::clone(around.stop),
    });
    session.run_within(
        libraries,
        around.files.clone(),
        Conversions::of_formats(around.formats),
        around.depth + 1,
    );
    let ended = session.units(&mut reader);
    session.end_results(reader.sources());
    session.results.flush();
    session.log.flush();
    let errors = session.log.errors();
    drop(session);
    let mut lines: Vec<LogLine> = log.text().lines().map(|line| LogLine::Plain(line.to_owned())).collect();
    if let Err(error) = &ended {
        lines.push(LogLine::Message(Severity::Error, error.to_string()));
    } else if errors > 0 {
        let text = "The text of DOSUBL has ended with errors.".to_owned();
        lines.push(LogLine::Message(Severity::Error, text));
    }
    let written = SubmitOutput {
        lines,
        listing: listing.text().into_bytes(),
        runs: ended.is_ok() && errors == 0,
    };
    (reader.into_macros(), written)
}

/// Returns what is written of a text that is not run.
fn refused(text: String) -> SubmitOutput {
    SubmitOutput {
        lines: vec![LogLine::Message(Severity::Error, text)],
        ..SubmitOutput::default()
    }
}

/// A text in memory that is written to.
#[derive(Clone, Default)]
struct Memory(Rc<RefCell<Vec<u8>>>);

impl Memory {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.borrow()).into_owned()
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
