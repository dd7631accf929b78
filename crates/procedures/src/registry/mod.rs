//! The procedures by their names. One that manages data sets needs a folder and a line here; those of tables and of
//! models have a line in their own crates.

#[cfg(test)]
mod document;
mod lower;
#[cfg(test)]
mod tests;

use feedrate_language::tree::Extent;
use feedrate_procedure::Definition;

use crate::{
    append, contents, copy, datasets, delete, format, import_export, options, print, print_to, rank, sort, sql,
    transpose,
};

pub use lower::{LoweredProcedure, lower};

/// The procedures of this crate, sorted by name.
const OWN: &[Definition] = &[
    append::DEFINITION,
    contents::DEFINITION,
    copy::DEFINITION,
    datasets::DEFINITION,
    delete::DEFINITION,
    import_export::EXPORT,
    format::DEFINITION,
    import_export::IMPORT,
    options::DEFINITION,
    print::DEFINITION,
    print_to::DEFINITION,
    rank::DEFINITION,
    sort::DEFINITION,
    sql::DEFINITION,
    transpose::DEFINITION,
];

/// The procedures of each crate.
const PROCEDURES: [&[Definition]; 3] = [OWN, feedrate_tables::PROCEDURES, feedrate_models::PROCEDURES];

/// Returns all procedures, sorted by name.
fn all() -> Vec<&'static Definition> {
    let mut all: Vec<_> = PROCEDURES.into_iter().flatten().collect();
    all.sort_unstable_by_key(|definition| definition.name);
    all
}

/// Returns the procedure of a name, in either case.
pub fn find(name: &str) -> Option<&'static Definition> {
    let mut procedures = PROCEDURES.into_iter().flatten();
    procedures.find(|definition| definition.name.eq_ignore_ascii_case(name))
}

/// Returns which statements belong to a procedure's step; for an unknown procedure, those up to RUN.
pub fn extent_of(name: &str) -> Extent {
    find(name).map_or(Extent::Run, |definition| definition.extent)
}
