//! PROC SQL, whose statements the session carries out, one after the other.

use feedrate_language::tree::Extent;

use crate::definition::{Definition, Grammar, Reads};
use crate::grammar::table::description::Syntax;

pub(crate) const DEFINITION: Definition = Definition {
    name: "SQL",
    extent: Extent::Statement,
    reads: Reads::Once,
    grammar: Grammar::Session,
    syntax: Syntax::default,
};
