//! Executes DATA steps, and reads and creates data sets for procedures.
//!
//! | module | contents |
//! |---|---|
//! | [`ir`] | a DATA step as a small typed program, which owns the implicit loop |
//! | [`data`] | its execution: the interpreter, which defines the meaning, and the runtime |
//! | [`index`] | makes the indexes of data sets |
//! | [`spill`] | records that do not fit into memory: written to runs and merged |
//! | [`environment`] | what a step uses of the session: libraries, formats, macro symbols, log, listing |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod data;
pub mod environment;
pub mod index;
pub mod ir;
pub mod spill;
