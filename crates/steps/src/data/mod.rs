//! Executes DATA steps.
//!
//! | module | contents |
//! |---|---|
//! | [`run`](fn@run) | the implicit loop, from opening files to naming new data sets |
//! | `interpreter` | evaluates expressions and statements, and thereby defines their meaning |
//! | `code`, `compiled` | expressions, conditions on rows and whole steps as machine code |
//! | `runtime` | SET, MERGE and OUTPUT, for both executors |
//! | `lines` | INFILE, INPUT, FILE and PUT |
//! | [`scan`](Scan) | reads a data set in ranges, each on its own thread |
//! | [`row`](evaluate_rows) | evaluates expressions over rows that are not from a data set |
//! | [`outcome`](Outcome) | the outcome of a step, and the notes about it |

mod access;
mod change;
mod code;
mod compiled;
mod copy;
mod core;
mod dump;
mod executor;
mod fault;
mod fixed_memory;
mod interpreter;
mod lines;
mod notes;
mod observation;
mod outcome;
mod problems;
mod row;
mod run;
mod runtime;
mod scan;
mod sort_facts;
#[cfg(test)]
mod tests;
mod values;

pub use access::Restriction;
pub use change::{NewRow, NextRow, RowChange, RowSource, change_rows};
pub use code::NotCompiled;
pub use copy::{add_rows, all_read, attributes_of, check_stop, copy, finish};
pub use core::Core;
pub use executor::Executor;
pub use fault::Fault;
pub use fault::Faulted;
pub use fixed_memory::check_row_memory;
pub use interpreter::is_like;
pub use lines::LineCount;
pub use notes::log_static_notes;
pub use observation::{Observation, Supplier, Supply, Visitor};
pub use outcome::{
    DataSetMade, DataSetRead, DataSetUpdated, Ended, FileMade, FileRead, OtherUse, Outcome,
    Rejected,
};
pub use problems::Occurrences;
pub use row::{RowProblems, RowSetting, RowValues, evaluate_rows};
pub use run::carry_out;
pub use run::{run, supply, visit};
pub use runtime::{
    Cursor, KeyLayout, KeyReader, Loader, Runtime, Storer, from_sortable, sortable, widen,
};
pub use scan::{Scan, ScanRead, ScanWork, Scanned, TakeRows, planned_parts};
pub use sort_facts::SortFacts;
pub use values::Values;
