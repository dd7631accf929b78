//! What functions need beyond their arguments, and where they leave what went wrong.

use super::by_format::LastUsed;
use super::random::Streams;
use crate::format::Formats;
use crate::informat::InformatSettings;
use crate::missing::MISSING;

/// What the functions of one step share: the time, macro symbols, random streams, the problem of the
/// last call.
pub struct Context<'a> {
    /// Tells the time.
    pub clock: &'a dyn Clock,
    /// The macro symbols that `SYMGET` reads and `CALL SYMPUT` sets.
    pub symbols: &'a mut dyn Symbols,
    /// The random streams, which begin anew with each step.
    pub streams: Streams,
    /// The data sets and files that there are; absent where functions cannot ask for them.
    pub shelf: Option<&'a dyn Shelf>,
    /// The formats of the program, for `PUTN` and `PUTC`; without them those of the language.
    pub formats: Option<&'a Formats>,
    /// How dates are read, years of two digits among them.
    pub informats: InformatSettings,
    problem: Option<Problem>,
    /// Room for the values of an order statistic, and for text on its way to a symbol.
    pub(super) numbers: Vec<f64>,
    pub(super) text: Vec<u8>,
    pub(super) last_used: LastUsed,
}

/// Why a function gave a missing value, or a routine did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// An argument has a value that the function is not defined for. The log says so with the place of
    /// the call, and `_ERROR_` becomes 1.
    InvalidArgument {
        /// Which argument, counted from 0.
        position: usize,
    },
    /// The text was too long for the variable, which is unchanged. The log warns.
    ResultTooLong {
        /// The length in bytes that it would have needed.
        needed: usize,
    },
}

/// Tells the time.
pub trait Clock {
    /// The local time as seconds since 1 January 1960, with its fraction.
    fn datetime(&self) -> f64;
}

/// The data sets and files as functions see them.
pub trait Shelf {
    /// Whether a member of a library is there: `name` with its library or without, `kind` as `DATA` or `VIEW`, in any
    /// case. What is no such name is not there.
    fn has_member(&self, name: &str, kind: &str) -> bool;

    /// Whether a file or folder is there.
    fn has_file(&self, path: &str) -> bool;
}

/// A clock that stands still, in seconds since 1960.
#[derive(Clone, Copy, Debug)]
pub struct FixedClock(pub f64);

impl Clock for FixedClock {
    fn datetime(&self) -> f64 {
        self.0
    }
}

/// The macro symbols as functions see them. Names are in any case and without blanks around them.
pub trait Symbols {
    /// Appends the value of a symbol, or returns false when there is no such symbol.
    fn get(&self, name: &[u8], out: &mut Vec<u8>) -> bool;

    /// Sets a symbol. The name is one that a symbol can have.
    fn set(&mut self, name: &[u8], value: &[u8], scope: SymbolScope);
}

/// The table that a symbol is set in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolScope {
    /// The innermost table that has the symbol; when none has it, the innermost.
    Nearest,
    /// The global table.
    Global,
    /// The innermost table.
    Local,
}

/// Symbols where there are none: nothing is found, and what is set is forgotten.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSymbols;

impl Symbols for NoSymbols {
    fn get(&self, _: &[u8], _: &mut Vec<u8>) -> bool {
        false
    }

    fn set(&mut self, _: &[u8], _: &[u8], _: SymbolScope) {}
}

impl<'a> Context<'a> {
    /// The context of a step that begins.
    pub fn new(clock: &'a dyn Clock, symbols: &'a mut dyn Symbols) -> Self {
        Self {
            clock,
            symbols,
            streams: Streams::new(),
            shelf: None,
            formats: None,
            informats: InformatSettings::default(),
            problem: None,
            numbers: Vec::new(),
            text: Vec::new(),
            last_used: LastUsed::default(),
        }
    }

    /// The first problem since the last time that this was asked. To be asked after each call.
    pub fn take_problem(&mut self) -> Option<Problem> {
        self.problem.take()
    }

    /// Keeps that the argument at a position, counted from 0, is invalid, and gives the missing value
    /// that is the result then.
    pub(super) fn invalid(&mut self, position: usize) -> f64 {
        self.report(Problem::InvalidArgument { position });
        MISSING
    }

    /// Keeps a problem, unless there is one already.
    pub(super) fn report(&mut self, problem: Problem) {
        self.problem.get_or_insert(problem);
    }
}
