//! Machine code: its memory, the functions that it calls, and expressions as code.
//!
//! | module | contents |
//! |---|---|
//! | [`call`] | declares functions for the code that calls them |
//! | [`plain`] | the functions that all code may call |
//! | [`machine`] | executable memory, and the entry into it |
//! | [`generator`] | what all code has in common |
//! | [`number`], [`condition`], [`comparison`] | expressions |
//! | [`row_test`] | WHERE: a condition on rows in their pages |

mod call;
mod comparison;
mod condition;
mod generator;
mod machine;
mod number;
pub(in crate::data) mod plain;
mod row_test;

pub(in crate::data) use call::{Call, Operand, calls, part};
pub(in crate::data) use generator::{Generator, OWN, ROW, Subject, at};
pub use machine::NotCompiled;
pub(in crate::data) use machine::{Calls, Entry, MOST_NODES, Machine};
pub(in crate::data) use row_test::{RowTest, SearchResult};
