//! The parts of which procedures are made: their definitions and requests, the grammar of their statements, their
//! passes over data, and records that spill.
//!
//! A procedure is parsed from tokens by a grammar of its own; the result is a [`Procedure`] that is ready to run. Its
//! [`Definition`] has the properties that are needed before it is parsed.
//!
//! | modules | contents |
//! |---|---|
//! | [`Definition`], [`Request`], [`Procedure`] | a procedure before it is parsed, when it is, and when it runs |
//! | [`Intent`] | the data sets that a procedure would read and make |
//! | [`cluster`] | the work that a cluster can do for a procedure |
//! | [`grammar`] | code shared by grammars: statements, inputs, output data sets |
//! | [`variables`] | variables in the roles that many procedures have |
//! | [`passes`] | repeated passes over a data set |
//! | [`records`], [`keys`] | records in memory or spilled; a table of keys |
//! | [`results`] | tables of results that are listed and become data sets |
//! | [`threads`] | work that several threads share |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod cluster;
mod definition;
pub mod grammar;
mod intent;
pub mod keys;
pub mod passes;
mod procedure;
pub mod records;
mod request;
pub mod results;
#[cfg(feature = "testing")]
pub mod testing;
pub mod threads;
pub mod variables;

pub use definition::{Definition, Grammar, Reads};
pub use intent::{Action, Growth, Intent, OutputSize, SortIntent, SortPlan, StepIntent, most_workers};
pub use procedure::{Procedure, names, run, run_alone};
pub use request::{ControlDefinitions, DefinitionSource, FormatsRequest, PrintTarget, PrintTo, Request, step};
