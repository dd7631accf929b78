//! All procedures: the registry, and in a folder each those that manage data sets.
//!
//! The procedures of tables and of models are in the crates `tables` and `models`.
//!
//! | modules | contents |
//! |---|---|
//! | `registry` | the procedures by their names, and the lowering of their steps |
//! | `members` | the members of libraries, which several procedures share |
//! | `system` | what the operating system tells of files |
//! | the others | a procedure each: its grammar, its request, how it runs and its listing |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod append;
mod contents;
mod copy;
mod datasets;
mod delete;
mod format;
mod import_export;
mod members;
mod options;
mod print;
mod print_to;
mod rank;
mod registry;
mod sort;
mod sql;
mod system;
mod transpose;

pub use feedrate_procedure::cluster::{ClusterRequest, ClusterWork, SUMMARY_FUNCTIONS};
pub use feedrate_procedure::grammar::table::description::{Description, Syntax};
pub use feedrate_procedure::{
    Action, Definition, FormatsRequest, Growth, Intent, OutputSize, PrintTarget, PrintTo, Procedure, Reads, Request,
    SortIntent, SortPlan, StepIntent, run,
};
pub use registry::{LoweredProcedure, extent_of, find, lower};
pub use sort::plan_sort;
