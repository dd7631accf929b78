//! The procedures, in a folder each: its grammar, its request, how it runs and its listing.
//!
//! A procedure is parsed from tokens by a grammar of its own; the result is a [`Procedure`] that is ready to run. Its
//! [`Definition`] has the properties that are needed before it is parsed.
//!
//! | modules | contents |
//! |---|---|
//! | [`PROCEDURES`] | the table of all procedures |
//! | `grammar` | code shared by grammars: statements, inputs, output data sets |
//! | `aggregate` | statistics by class variables, shared by MEANS, FREQ, TABULATE, UNIVARIATE and REPORT |
//! | `linear` | code shared by the procedures of linear models |
//! | [`Intent`] | what a procedure would read and make |
//! | [`ClusterRequest`] | what a cluster can do for a procedure |
//! | `passes` | repeated passes over a data set |
//! | `spilled`, `sorted`, `kept`, `ranked` | records in memory or spilled, in or out of order, and the ranks of their values |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod aggregate;
mod append;
mod cluster;
mod contents;
mod copy;
mod corr;
mod datasets;
mod definition;
mod format;
mod freq;
mod glm;
mod grammar;
mod import_export;
mod intent;
mod kept;
mod linear;
mod logistic;
mod means;
mod members;
mod options;
mod passes;
mod print;
mod procedure;
mod rank;
mod ranked;
mod reg;
mod registry;
mod report;
mod request;
mod results;
mod sort;
mod sorted;
mod spilled;
mod sql;
mod tabulate;
mod transpose;
mod univariate;

pub use cluster::{ClusterRequest, ClusterWork, SUMMARY_FUNCTIONS};
pub use definition::{Definition, Reads};
pub use grammar::table::description::{Description, Syntax};
pub use intent::{Action, Growth, Intent, OutputSize, SortIntent, SortPlan, StepIntent};
pub use procedure::{Procedure, run};
pub use registry::{LoweredProcedure, PROCEDURES, extent_of, find, lower};
pub use request::Request;
pub use sort::plan_sort;
