//! The statements of the DATA step: an interpreter, machine code, and files of lines.
//!
//! | module | contents |
//! |---|---|
//! | `statements`, `step_statements` | the statements of a step with its files of lines |
//! | `interpreter` | executes statements, and thereby defines their meaning |
//! | `compiled` | whole steps as machine code |
//! | `lines` | INFILE, INPUT, FILE and PUT |
//!
//! The rows that they read and make, and the expressions over these, are those of `feedrate_rows`.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod compiled;
mod interpreter;
mod lines;
mod statements;
mod step_statements;
#[cfg(test)]
mod tests;

pub use lines::has_member;
pub use statements::statements;
