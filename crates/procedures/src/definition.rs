//! What the rest of the program knows of a procedure before any of its statements is understood.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Extent;

use crate::Request;
use crate::grammar::lowering::Lowering;
use crate::grammar::table::description::Syntax;

/// A procedure of the language.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Its name, in capitals.
    pub name: &'static str,
    /// Up to where its statements belong together.
    pub extent: Extent,
    /// How it goes through what it reads.
    pub reads: Reads,
    /// Who understands its statements.
    pub(crate) grammar: Grammar,
    /// Its options and statements.
    pub syntax: fn() -> Syntax,
}

/// Who understands the statements of a procedure.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Grammar {
    /// A function of this crate, which gives what they ask for.
    Here(fn(&mut Lowering<'_>) -> Result<Request>),
    /// The session, which carries each statement out by itself.
    Session,
}

/// How a procedure goes through what it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Once from the beginning to the end, or as often as its statements ask for.
    Once,
    /// More than once, whatever its statements ask for; how often, in words.
    Passes(&'static str),
    /// Not at all: it asks for what lies in libraries, or reads no data set.
    Libraries,
}

impl Reads {
    /// Returns why the procedure cannot read what comes through a pipe; `None` if it can, or if that depends on its
    /// statements.
    pub fn refusal_of_pipes(self) -> Option<&'static str> {
        match self {
            Self::Once => None,
            Self::Passes(how_often) => Some(how_often),
            Self::Libraries => {
                Some("this procedure asks for what lies in a library, not for what is on its way")
            }
        }
    }
}
