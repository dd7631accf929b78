//! The properties of a procedure that are known before its statements are parsed.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Extent;

use crate::grammar::lowering::ProcedureLowering;
use crate::grammar::table::description::Syntax;
use crate::request::Request;

/// A procedure of the language.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Its name, in upper case.
    pub name: &'static str,
    /// The end of its step.
    pub extent: Extent,
    /// The way in which it reads its input.
    pub reads: Reads,
    /// The parser of its statements.
    pub grammar: Grammar,
    /// Its options and statements.
    pub syntax: fn() -> Syntax,
}

/// The parser of a procedure's statements.
#[derive(Clone, Copy, Debug)]
pub enum Grammar {
    /// A function, which returns the request.
    Here(fn(&mut ProcedureLowering<'_>) -> Result<Request>),
    /// The session, which executes each statement on its own.
    Session,
}

/// The way in which a procedure reads its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Once from start to end, or as often as its statements require.
    Once,
    /// More than once, whatever its statements are; with the number of times, in words.
    Passes(&'static str),
    /// Not at all: it queries libraries, or has no input.
    Libraries,
}

impl Reads {
    /// Returns why the procedure cannot read from a pipe; `None` if it can, or if that depends on its statements.
    pub fn refusal_of_pipes(self) -> Option<&'static str> {
        match self {
            Self::Once => None,
            Self::Passes(how_often) => Some(how_often),
            Self::Libraries => Some("this procedure asks for what lies in a library, not for what is on its way"),
        }
    }
}
