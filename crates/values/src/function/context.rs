//! The state that functions use in addition to their arguments, and the problems that they report.

use super::clock::Clock;
use super::last_used::LastUsed;
use super::prx::patterns::Patterns;
use super::random::Streams;
use super::text::edit_costs::EditCosts;
use crate::format::Formats;
use crate::informat::InformatSettings;
use crate::missing::MISSING;
use crate::severity::Severity;
use crate::value::Value;

/// The state shared by the functions of a step: the time, macro symbols, random streams, the problem of the last call.
pub struct Context<'a> {
    /// Tells the time.
    pub clock: &'a dyn Clock,
    /// The macro symbols that `SYMGET` reads and `CALL SYMPUT` sets.
    pub symbols: &'a mut dyn Symbols,
    /// The random streams, which start anew in each step.
    pub streams: Streams,
    /// Looks up data sets and files; `None` if functions cannot.
    pub existence: Option<&'a dyn ExistenceLookup>,
    /// Answers functions about the session; `None` if there is none.
    pub session: Option<&'a dyn SessionLookup>,
    /// The formats of the program, for `PUTN` and `PUTC`, and the character of a missing number that becomes text.
    pub formats: &'a Formats,
    /// The settings for reading dates.
    pub informats: InformatSettings,
    problem: Option<Problem>,
    changed: Option<Vec<u8>>,
    /// The lines that the session gave for the log.
    lines: Vec<LogLine>,
    /// Buffers for the values of an order statistic, and for the value of a symbol.
    pub(super) numbers: Vec<f64>,
    pub(super) text: Vec<u8>,
    pub(super) last_used: LastUsed,
    pub(super) patterns: Patterns,
    pub(super) edits: EditCosts,
}

/// The reason why a function returned a missing value, or a routine did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A function is not defined for the value of an argument. The log reports it with the position of the call, and
    /// `_ERROR_` is set to 1.
    InvalidArgument {
        /// The position of the argument, from 0.
        position: usize,
    },
    /// The result was too long for the variable, which is unchanged. The log has a warning.
    ResultTooLong {
        /// The length in bytes of the result.
        needed: usize,
    },
}

/// The lookup of data sets and files by functions.
pub trait ExistenceLookup {
    /// Returns whether a member of a library exists: `name` with or without its library, `kind` such as `DATA` or
    /// `VIEW`, ignoring case. An invalid name does not exist.
    fn has_member(&self, name: &str, kind: &str) -> bool;

    /// Returns whether a file or folder exists.
    fn has_file(&self, path: &str) -> bool;
}

/// The session, which answers functions about its data sets, files, options, hosts and macros.
pub trait SessionLookup {
    /// Answers a function, by its name in upper case. Lines for the log are added to `lines`.
    fn ask(&self, function: &str, arguments: &[Value<'_>], lines: &mut Vec<LogLine>) -> Answer;
}

/// The answer of the session to a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A number.
    Number(f64),
    /// A character value.
    Text(Vec<u8>),
    /// A number, and the new value of the argument that the [function changes](super::Function::changes).
    Changed(f64, Vec<u8>),
    /// A number, and the values of macro variables that `%syscall set` has linked.
    Fetched(f64, Vec<(String, String)>),
    /// The function is not defined for the argument at this position, from 0.
    Invalid(usize),
}

/// A line that the session gives for the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogLine {
    /// A message.
    Message(Severity, String),
    /// A line as it is.
    Plain(String),
}

/// The macro symbols for functions. Names are trimmed and in any case.
pub trait Symbols {
    /// Appends the value of a symbol. Returns false if there is no such symbol.
    fn get(&self, name: &[u8], out: &mut Vec<u8>) -> bool;

    /// Sets a symbol, whose name is valid.
    fn set(&mut self, name: &[u8], value: &[u8], scope: SymbolScope);

    /// Returns whether the global table has a symbol.
    fn is_global(&self, name: &[u8]) -> bool;

    /// Returns whether the table of a macro that runs has a symbol.
    fn is_local(&self, name: &[u8]) -> bool;
}

/// The table in which a symbol is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolScope {
    /// The innermost table that has the symbol, or else the innermost one.
    Nearest,
    /// The global table.
    Global,
    /// The innermost table.
    Local,
}

/// An empty symbol table that ignores changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSymbols;

impl Symbols for NoSymbols {
    fn get(&self, _: &[u8], _: &mut Vec<u8>) -> bool {
        false
    }

    fn set(&mut self, _: &[u8], _: &[u8], _: SymbolScope) {}

    fn is_global(&self, _: &[u8]) -> bool {
        false
    }

    fn is_local(&self, _: &[u8]) -> bool {
        false
    }
}

impl<'a> Context<'a> {
    /// Creates the context of a step.
    pub fn new(clock: &'a dyn Clock, symbols: &'a mut dyn Symbols, formats: &'a Formats) -> Self {
        Self {
            clock,
            symbols,
            streams: Streams::new(),
            existence: None,
            session: None,
            formats,
            informats: InformatSettings::default(),
            problem: None,
            changed: None,
            lines: Vec::new(),
            numbers: Vec::new(),
            text: Vec::new(),
            last_used: LastUsed::default(),
            patterns: Patterns::default(),
            edits: EditCosts::default(),
        }
    }

    /// Takes the first problem since the last call. To be called after each function call.
    pub fn take_problem(&mut self) -> Option<Problem> {
        self.problem.take()
    }

    /// Takes the new value of the argument that the last call has changed.
    pub fn take_changed(&mut self) -> Option<Vec<u8>> {
        self.changed.take()
    }

    /// Returns whether the last call gave lines for the log.
    pub fn has_lines(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Adds a line for the log.
    pub(super) fn say(&mut self, line: LogLine) {
        self.lines.push(line);
    }

    /// Takes the lines for the log of the last call.
    pub fn take_lines(&mut self) -> Vec<LogLine> {
        std::mem::take(&mut self.lines)
    }

    /// Asks the session. Where there is none, the first argument is invalid.
    pub(super) fn ask(&mut self, function: &str, arguments: &[Value<'_>]) -> Answer {
        let answer = match self.session {
            Some(session) => session.ask(function, arguments, &mut self.lines),
            None => Answer::Invalid(0),
        };
        match answer {
            Answer::Invalid(position) => {
                self.invalid(position);
                answer
            }
            Answer::Changed(number, changed) => {
                self.changed = Some(changed);
                Answer::Number(number)
            }
            Answer::Fetched(number, _) => Answer::Number(number),
            answer => answer,
        }
    }

    /// Reports that the argument at a position, from 0, is invalid, and returns the missing value.
    pub(super) fn invalid(&mut self, position: usize) -> f64 {
        self.report(Problem::InvalidArgument { position });
        MISSING
    }

    /// Returns a result; one that is not finite means that the first argument is invalid.
    pub(super) fn finite(&mut self, result: f64) -> f64 {
        if result.is_finite() { result } else { self.invalid(0) }
    }

    /// Reports a problem, unless there is one already.
    pub(super) fn report(&mut self, problem: Problem) {
        self.problem.get_or_insert(problem);
    }
}
