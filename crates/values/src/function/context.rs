//! The state that functions use in addition to their arguments, and the problems that they report.

use super::clock::Clock;
use super::last_used::LastUsed;
use super::random::Streams;
use crate::format::Formats;
use crate::informat::InformatSettings;
use crate::missing::MISSING;

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
    /// Answers for the hosts on which sessions run; `None` if there are no sessions.
    pub grid: Option<&'a dyn GridLookup>,
    /// The formats of the program, for `PUTN` and `PUTC`, and the character of a missing number that becomes text.
    pub formats: &'a Formats,
    /// The settings for reading dates.
    pub informats: InformatSettings,
    problem: Option<Problem>,
    /// Buffers for the values of an order statistic, and for the value of a symbol.
    pub(super) numbers: Vec<f64>,
    pub(super) text: Vec<u8>,
    pub(super) last_used: LastUsed,
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

/// The functions of SAS Grid, about the hosts on which sessions run.
pub trait GridLookup {
    /// Returns the value of a function, by its name in upper case, as a text.
    fn call(&self, function: &str, arguments: &[&str]) -> String;
}

/// The macro symbols for functions. Names are trimmed and in any case.
pub trait Symbols {
    /// Appends the value of a symbol. Returns false if there is no such symbol.
    fn get(&self, name: &[u8], out: &mut Vec<u8>) -> bool;

    /// Sets a symbol, whose name is valid.
    fn set(&mut self, name: &[u8], value: &[u8], scope: SymbolScope);
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
}

impl<'a> Context<'a> {
    /// Creates the context of a step.
    pub fn new(clock: &'a dyn Clock, symbols: &'a mut dyn Symbols, formats: &'a Formats) -> Self {
        Self {
            clock,
            symbols,
            streams: Streams::new(),
            existence: None,
            grid: None,
            formats,
            informats: InformatSettings::default(),
            problem: None,
            numbers: Vec::new(),
            text: Vec::new(),
            last_used: LastUsed::default(),
        }
    }

    /// Takes the first problem since the last call. To be called after each function call.
    pub fn take_problem(&mut self) -> Option<Problem> {
        self.problem.take()
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
