//! The observations that a step reads and makes: what procedures and the DATA step have in common.
//!
//! | module | contents |
//! |---|---|
//! | [`run`](mod@run) | the life of a step, from opening its data sets to naming new ones |
//! | [`runtime`] | an opened step |
//! | [`sources`] | SET, MERGE, UPDATE and MODIFY: data sets that are read, and how they are combined |
//! | [`vector`] | the values of a step, and their copies in rows |
//! | [`evaluation`] | expressions over these values; the interpreter defines their meaning |
//! | [`machine_code`] | expressions and conditions on rows as machine code |
//! | [`access`] | the rows of a data set that an index finds |
//! | [`scan`] | a data set in ranges, each on its own thread |
//! | [`spill`] | records that do not fit into memory: written to runs and merged |
//! | [`index`] | the indexes of data sets |
//! | [`copy`](mod@copy), [`change`] | rows that are copied, added or replaced as they are |
//! | [`objects`] | hash tables and iterators over them |
//! | `score` | how often keys that were looked up early are asked for |
//! | [`outcome`] | what a step read and made, and the notes about it |
//! | [`fault`] | the reasons why a step fails |
//! | [`fixed_memory`] | memory of a fixed size for values |
//! | [`environment`] | the parts of the session that a step borrows: libraries, formats, log, listing |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod access;
pub mod change;
pub mod copy;
mod disorder;
pub mod environment;
pub mod evaluation;
pub mod fault;
pub mod fixed_memory;
pub mod index;
pub mod machine_code;
pub mod objects;
pub mod outcome;
pub mod run;
pub mod runtime;
pub mod scan;
mod score;
pub mod sources;
pub mod spill;
mod supplied_rows;
pub mod vector;

pub use access::Restriction;
pub use change::{RowChange, change_rows};
pub use copy::{add_rows, all_read, attributes_of, copy, finish};
pub use evaluation::core::Core;
pub use evaluation::membership::is_like;
pub use evaluation::problems::Occurrences;
pub use evaluation::row::{RowProblems, RowSetting, RowValues, evaluate_rows};
pub use fault::{Fault, StepResult, check_stop};
pub use feedrate_dataset::key::{KeyReader, from_sortable, sortable, widen};
pub use fixed_memory::check_row_memory;
pub use machine_code::NotCompiled;
pub use outcome::{
    DataSetMade, DataSetRead, DataSetUpdated, Executor, FileMade, FileRead, LineCount, OtherUse, Outcome, RejectedRows,
    SortFacts, StepEnd, log_static_notes,
};
pub use run::{run, run_procedure, supply, visit};
pub use runtime::statements::{Flow, NoStatements, Statements, StatementsOf};
pub use runtime::{Observation, Runtime, Supplier, Visitor};
pub use scan::{Scan, ScanRead, ScanResults, ScanWork, TakeRows, planned_parts};
pub use sources::cursor::Cursor;
pub use sources::key::KeyLayout;
pub use supplied_rows::{NewRow, NextRow, RowSource};
pub use vector::load::Loader;
pub use vector::store::Storer;
pub use vector::values::Values;
