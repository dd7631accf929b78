//! The procedures of tables, in a folder each: statistics for groups of observations, in tables and data sets.
//!
//! | modules | contents |
//! |---|---|
//! | [`PROCEDURES`] | the table of these procedures |
//! | `fault` | their faults |
//! | `aggregate` | statistics by class variables, which all of them share |
//! | `grammar` | variables in roles, and names of output, in the grammars of several of them |
//! | `number` | numbers in listings |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod aggregate;
mod fault;
mod freq;
mod grammar;
mod means;
mod number;
mod report;
mod tabulate;
mod univariate;

use feedrate_procedure::Definition;

/// The procedures of this crate, sorted by name. A new one needs a folder, its `mod` and a line here.
pub const PROCEDURES: &[Definition] = &[
    freq::DEFINITION,
    means::MEANS,
    report::DEFINITION,
    means::SUMMARY,
    tabulate::DEFINITION,
    univariate::DEFINITION,
];
