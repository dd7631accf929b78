//! The session as functions of a running step ask it: what `asked` answers, and the macro language.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_dataset::Libraries;
use feedrate_language::{Event, Reader, Surroundings};
use feedrate_rows::environment::StepSession;
use feedrate_values::format::Formats;
use feedrate_values::function::{Answer, Clock as _, LogLine, SymbolScope, Symbols};
use feedrate_values::{Severity, Value};

use crate::asked::{self, FunctionState, LibraryRequest, Respondent};
use crate::clock::LocalClock;
use crate::file_references::FileReferences;
use crate::log::put_lines;
use crate::macro_store;
use crate::options::SystemOptions;
use crate::program_text::{autocall_file, read_text};
use crate::remote::{Message, RemoteSessions};
use crate::side::{self, OuterSession};

/// The parts of the session that functions of a step ask for.
pub(super) struct AskedParts<'s> {
    pub(super) reader: &'s mut Reader,
    pub(super) state: &'s mut FunctionState,
    pub(super) references: &'s mut FileReferences,
    pub(super) remotes: &'s mut RemoteSessions,
    pub(super) formats: &'s Formats,
    pub(super) options: &'s SystemOptions,
    pub(super) stop: &'s Arc<AtomicBool>,
    /// The number of texts of DOSUBL around the step.
    pub(super) depth: usize,
}

/// The consequences of functions that follow the step.
#[derive(Default)]
pub(super) struct Consequences {
    /// Messages, each once.
    pub(super) messages: Vec<Message>,
    pub(super) requests: Vec<LibraryRequest>,
    /// The texts of CALL EXECUTE.
    pub(super) executed: Vec<String>,
    /// The listing of DOSUBL.
    pub(super) listing: Vec<u8>,
}

/// The macro variables of a running step, and the session that its functions ask.
pub(super) struct StepAsked<'s> {
    parts: RefCell<(AskedParts<'s>, Consequences)>,
    /// The data sets that functions opened before the step.
    opened_before: BTreeSet<u32>,
}

impl<'s> StepAsked<'s> {
    pub(super) fn new(parts: AskedParts<'s>) -> Self {
        Self {
            opened_before: parts.state.data_sets(),
            parts: RefCell::new((parts, Consequences::default())),
        }
    }

    /// Ends the step, which closes the data sets that its functions have opened. Returns what follows it.
    pub(super) fn into_rest(self) -> Consequences {
        let (parts, mut rest) = self.parts.into_inner();
        parts.state.close_data_sets_but(&self.opened_before);
        rest.messages.dedup();
        rest
    }
}

impl Symbols for &StepAsked<'_> {
    fn get(&self, name: &[u8], out: &mut Vec<u8>) -> bool {
        Symbols::get(self.parts.borrow().0.reader.symbols(), name, out)
    }

    fn set(&mut self, name: &[u8], value: &[u8], scope: SymbolScope) {
        Symbols::set(self.parts.borrow_mut().0.reader.symbols_mut(), name, value, scope);
    }

    fn is_global(&self, name: &[u8]) -> bool {
        self.parts.borrow().0.reader.symbols().is_global(name)
    }

    fn is_local(&self, name: &[u8]) -> bool {
        self.parts.borrow().0.reader.symbols().is_local(name)
    }
}

impl StepSession for StepAsked<'_> {
    fn ask(&self, function: &str, arguments: &[Value<'_>], libraries: &Libraries, lines: &mut Vec<LogLine>) -> Answer {
        let (parts, rest) = &mut *self.parts.borrow_mut();
        match (function, arguments) {
            ("RESOLVE", [Value::Text(text)]) => match parts.resolve(text, libraries, rest, lines) {
                Some(text) => Answer::Text(text.into_bytes()),
                None => Answer::Text(text.to_vec()),
            },
            ("EXECUTE", [Value::Text(text)]) => {
                if let Some(text) = parts.resolve(text, libraries, rest, lines) {
                    parts.execute(&text, rest, lines);
                }
                Answer::Number(0.0)
            }
            ("DOSUBL", [Value::Text(text)]) => {
                let text = String::from_utf8_lossy(text.trim_ascii_end()).into_owned();
                Answer::Number(if parts.submit(&text, libraries, rest, lines) {
                    0.0
                } else {
                    1.0
                })
            }
            ("SET", _) => {
                let text = "CALL SET links macro variables, in %SYSCALL; a DATA step has GETVARN and GETVARC.";
                lines.push(LogLine::Message(Severity::Error, text.to_owned()));
                Answer::Number(0.0)
            }
            _ => {
                let of_grid = parts
                    .remotes
                    .grid_answer(function, arguments, parts.options, &mut rest.messages);
                let answer =
                    of_grid.or_else(|| parts.answer(function, arguments, libraries, &mut rest.requests, lines));
                answer.unwrap_or(Answer::Invalid(0))
            }
        }
    }
}

impl AskedParts<'_> {
    fn answer(
        &mut self,
        function: &str,
        arguments: &[Value<'_>],
        libraries: &Libraries,
        requests: &mut Vec<LibraryRequest>,
        lines: &mut Vec<LogLine>,
    ) -> Option<Answer> {
        let mut respondent = Respondent {
            state: self.state,
            references: self.references,
            libraries,
            requests,
            options: self.options,
            stop: self.stop,
        };
        asked::answer(&mut respondent, function, arguments, lines)
    }

    /// Resolves the macro references and calls of a text; `None` after an error, which is logged.
    fn resolve(
        &mut self,
        text: &[u8],
        libraries: &Libraries,
        rest: &mut Consequences,
        lines: &mut Vec<LogLine>,
    ) -> Option<String> {
        let text = String::from_utf8_lossy(text.trim_ascii_end());
        let mut surroundings = StepSurroundings {
            respondent: Respondent {
                state: self.state,
                references: self.references,
                libraries,
                requests: &mut rest.requests,
                options: self.options,
                stop: self.stop,
            },
            formats: self.formats,
            lines,
        };
        match self.reader.resolve(&text, &mut surroundings) {
            Ok(text) => Some(text),
            Err(error) => {
                lines.push(LogLine::Message(Severity::Error, error.problem.to_string()));
                None
            }
        }
    }

    /// Runs a text at once. Returns whether it ran without errors.
    fn submit(&mut self, text: &str, libraries: &Libraries, rest: &mut Consequences, lines: &mut Vec<LogLine>) -> bool {
        let around = OuterSession {
            libraries,
            files: self.references,
            formats: self.formats,
            options: self.options,
            stop: self.stop,
            depth: self.depth,
        };
        let state = self.reader.take_macros();
        let (state, written) = side::submit(text, state, &around);
        self.reader.give_macros(state);
        lines.extend(written.lines);
        rest.listing.extend(written.listing);
        written.runs
    }

    /// Keeps a text of CALL EXECUTE for after the step.
    fn execute(&self, text: &str, rest: &mut Consequences, lines: &mut Vec<LogLine>) {
        let text = text.trim();
        let bytes: usize = rest.executed.iter().map(String::len).sum();
        if (bytes + text.len()) as u64 > self.options.text_bytes() {
            let text = "The texts of CALL EXECUTE would take more than MEMSIZE= leaves for them; this one is left out.";
            lines.push(LogLine::Message(Severity::Error, text.to_owned()));
        } else if !text.is_empty() {
            rest.executed.push(text.to_owned());
        }
    }
}

/// The session as the surroundings of a text that a step resolves.
struct StepSurroundings<'p, 'l> {
    respondent: Respondent<'p>,
    formats: &'p Formats,
    lines: &'l mut Vec<LogLine>,
}

impl Surroundings for StepSurroundings<'_, '_> {
    fn say(&mut self, event: Event<'_>) {
        let trace = match event {
            // Lines of autocall files.
            Event::Line { .. } => return,
            Event::Message { severity, text, .. } => LogLine::Message(severity, text.to_owned()),
            Event::Put(text) => return self.lines.extend(put_lines(text)),
            Event::Mprint { name, text } => LogLine::Plain(format!("MPRINT({name}):   {text}")),
            Event::Symbolgen(text) => LogLine::Plain(format!("SYMBOLGEN:  {text}")),
            Event::Mlogic { name, text } => LogLine::Plain(format!("MLOGIC({name}):  {text}")),
        };
        self.lines.push(trace);
    }

    fn datetime(&self) -> f64 {
        LocalClock.datetime()
    }

    fn stopped(&mut self) -> bool {
        self.respondent.stop.load(Ordering::Relaxed)
    }

    fn file_of(&self, reference: &str) -> Option<PathBuf> {
        self.respondent.references.path(reference).map(Path::to_path_buf)
    }

    fn autocall(&self, name: &str) -> Option<PathBuf> {
        autocall_file(self.respondent.options, self.respondent.references, name)
    }

    fn stored_macro(&self, name: &str) -> Option<PathBuf> {
        let library = &self.respondent.options.program.macro_store;
        macro_store::find(self.respondent.libraries, library, name)
    }

    fn read(&mut self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        read_text(path, most, self.respondent.stop)
    }

    fn text_bytes(&self) -> u64 {
        self.respondent.options.text_bytes()
    }

    fn formats(&self) -> Option<&Formats> {
        Some(self.formats)
    }

    fn answer(&mut self, name: &str, arguments: &[Value<'_>]) -> Answer {
        let answer = asked::answer(&mut self.respondent, name, arguments, self.lines);
        answer.unwrap_or(Answer::Invalid(0))
    }
}
