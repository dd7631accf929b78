//! PROC SQL: queries and changes of tables, on DataFusion.
//!
//! | module | contents |
//! |---|---|
//! | `statement` | the statements, bound and executed |
//! | `options` | the options of the procedure |
//! | `bind` | from names to columns, and from the syntax tree to plans |
//! | `function`, `aggregate` | functions of plans with the semantics of the language |
//! | `scan` | data sets, read page by page into columns |
//! | `memory`, `footprint`, `system`, `spill` | the memory of plans, and spilling |
//! | `bounded`, `sort`, `remerge` | operators that stay within that memory |
//! | `replacement` | rules that replace operators |
//! | `unnest` | subqueries rewritten as joins |
//! | `join_keys` | the keys that joins compare |
//! | `run`, `drive`, `sequential`, `stopping` | the execution of plans |
//! | `cluster` | queries that are executed on the machines of a cluster |
//! | `wire` | the form in which functions and scans travel there |
//! | `output` | rows into data sets, the listing and macro variables |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod aggregate;
mod bind;
mod bounded;
mod cluster;
mod column_values;
mod drive;
mod footprint;
mod function;
mod join_keys;
mod memory;
mod options;
mod output;
mod remerge;
mod replacement;
mod run;
mod scan;
mod sequential;
mod shared;
mod sort;
mod spill;
mod statement;
mod stopping;
mod system;
mod threads;
mod typed;
mod unnest;
pub mod wire;
mod worker_limit;

pub use bind::dictionary_view;
pub use cluster::{Cluster, Ready};
pub use options::SqlOptions;
pub use statement::{BoundStatement, QueryTarget, Setting, StatementOutcome, bind, bind_query, bind_view};
