//! The procedures, a folder for each: its grammar, what it is asked to do, how it runs and what it lists.
//!
//! A procedure comes as tokens, for each has a grammar of its own; what comes out is a [`Procedure`], complete and
//! ready to run. What the rest of the program wants to know of it before, its [`Definition`] says.
//!
//! | room | what is in it |
//! |---|---|
//! | [`PROCEDURES`] | all of them, a line each |
//! | `grammar` | what grammars share: statements, inputs, outputs |
//! | `aggregate` | statistics by classes, which MEANS, FREQ, TABULATE, UNIVARIATE and REPORT share |
//! | `linear` | what the procedures of models share |
//! | `passes` | a data set that is read more than once |
//! | `spilled`, `sorted` | records that are kept, in memory or spilled |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod aggregate;
mod append;
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
mod linear;
mod logistic;
mod means;
mod members;
mod options;
mod passes;
mod print;
mod procedure;
mod rank;
mod reg;
mod registry;
mod report;
mod results;
mod sort;
mod sorted;
mod spilled;
mod sql;
mod tabulate;
mod transpose;
mod univariate;

pub use definition::{Definition, Reads};
pub use grammar::{Description, LoweredProcedure, Request, Syntax, lower};
pub use procedure::{Procedure, run};
pub use registry::{PROCEDURES, extent_of, find};
