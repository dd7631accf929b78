//! From statements to syntax trees.
//!
//! The [`Parser`] pulls statements out of a [`Statements`] source and hands out one unit of the program
//! at a time. What a statement says is read by a `Cursor`, which the procedures use for their own
//! grammars too; nothing here looks a name up.
//!
//! | room | what is in it |
//! |---|---|
//! | `parser`, `recovery` | where a step begins and ends, with errors in it too |
//! | `blocks`, `otherwise` | what stands within DO and SELECT, after THEN and ELSE |
//! | `statement` | the statements of the DATA step |
//! | `global`, `ods` | statements outside steps |
//! | `sessions` | statements about other sessions |
//! | `inside` | statements of the DATA step inside a procedure |
//! | `expression` | expressions |
//! | `sql` | the statements of PROC SQL |
//! | `data_sets`, `variables`, `spec` | what many statements are made of |
//! | `cursor` | a walk over the tokens of a statement |
//! | `nearest` | what a misspelled name was meant to be |

mod blocks;
pub mod cursor;
mod data_sets;
mod expression;
mod global;
mod inside;
pub mod nearest;
mod ods;
mod otherwise;
mod parser;
mod recovery;
mod sessions;
mod spec;
pub mod sql;
mod statement;
mod statements;
#[cfg(test)]
mod tests;
mod variables;

pub use data_sets::WITHOUT_EFFECT;
pub use inside::statements_inside;
pub use parser::{Parsed, Parser};
pub use statements::{Program, Statements, ends_step};
