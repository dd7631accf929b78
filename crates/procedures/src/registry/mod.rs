//! The table of procedures. A new procedure needs a folder and a line here.

#[cfg(test)]
mod document;
mod lower;
#[cfg(test)]
mod tests;

use feedrate_language::tree::Extent;

use crate::definition::Definition;
use crate::{
    append, contents, copy, corr, datasets, format, freq, glm, import_export, logistic, means,
    options, print, rank, reg, report, sort, sql, tabulate, transpose, univariate,
};

pub use lower::{LoweredProcedure, lower};

/// The procedures, sorted by name.
pub const PROCEDURES: &[Definition] = &[
    append::DEFINITION,
    contents::DEFINITION,
    copy::DEFINITION,
    corr::DEFINITION,
    datasets::DEFINITION,
    import_export::EXPORT,
    format::DEFINITION,
    freq::DEFINITION,
    glm::DEFINITION,
    import_export::IMPORT,
    logistic::DEFINITION,
    means::MEANS,
    options::DEFINITION,
    print::DEFINITION,
    rank::DEFINITION,
    reg::DEFINITION,
    report::DEFINITION,
    sort::DEFINITION,
    sql::DEFINITION,
    means::SUMMARY,
    tabulate::DEFINITION,
    transpose::DEFINITION,
    univariate::DEFINITION,
];

/// Returns the procedure of a name, in either case.
pub fn find(name: &str) -> Option<&'static Definition> {
    let mut procedures = PROCEDURES.iter();
    procedures.find(|definition| definition.name.eq_ignore_ascii_case(name))
}

/// Returns which statements belong to a procedure's step; for an unknown procedure, those up to RUN.
pub fn extent_of(name: &str) -> Extent {
    find(name).map_or(Extent::Run, |definition| definition.extent)
}
