//! Interprets the statements of a step.
//!
//! This defines the meaning of the program; machine code is tested against it. Expressions are methods of
//! [`Core`](feedrate_rows::Core), which is all they can access; statements are methods of [`Execution`], which also has
//! the data sets and the files of lines.

mod execution;
mod jump;
mod loops;
mod statement;

pub(crate) use execution::Execution;
