//! PROC SQL, whose statements the session carries out, one after the other.

use feedrate_language::tree::Extent;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::{Definition, Grammar, Reads};

pub(crate) const DEFINITION: Definition = Definition {
    name: "SQL",
    extent: Extent::Statement,
    reads: Reads::Once,
    grammar: Grammar::Session,
    syntax: Syntax::default,
};
