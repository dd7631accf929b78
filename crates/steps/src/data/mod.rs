//! Running a DATA step.
//!
//! | room | what is in it |
//! |---|---|
//! | [`run`](fn@run) | the implicit loop, from the opening of files to the names of new data sets |
//! | `interpreter` | evaluates expressions and statements; it defines what they mean |
//! | `code`, `compiled` | expressions, conditions on rows and whole steps as machine code |
//! | `runtime` | SET, MERGE and OUTPUT, for whoever evaluates the step |
//! | `lines` | INFILE, INPUT, FILE and PUT |
//! | [`scan`](Scan) | a data set that is read in ranges, each on its thread |
//! | [`row`](evaluate_rows) | expressions over rows that come from elsewhere |
//! | [`outcome`](Outcome) | what became of the step, and the notes that tell of it |

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

pub use change::{NewRow, NextRow, RowChange, RowSource, change_rows};
pub use code::NotCompiled;
pub use copy::{add_rows, all_read, as_it_is, copy, finish, heed_stop};
pub use core::Core;
pub use executor::Executor;
pub use fault::Fault;
pub use fault::Faulted;
pub use fixed_memory::ask_for_rows;
pub use interpreter::is_like;
pub use lines::LineCount;
pub use notes::tell_before;
pub use observation::{Observation, Supplier, Supply, Visitor};
pub use outcome::{DataSetMade, DataSetRead, Ended, FileMade, FileRead, Outcome};
pub use problems::Occurrences;
pub use row::{RowProblems, RowSetting, RowValues, evaluate_rows};
pub use run::carry_out;
pub use run::{run, supply, visit};
pub use runtime::{
    Cursor, KeyLayout, KeyReader, Loader, Runtime, Storer, from_sortable, sortable, widen,
};
pub use scan::{Scan, ScanRead, ScanWork, Scanned, TakeRows};
pub use sort_facts::SortFacts;
pub use values::Values;
