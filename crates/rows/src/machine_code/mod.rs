//! Machine code: its memory, the functions that it calls, and expressions as code.
//!
//! | module | contents |
//! |---|---|
//! | `call` | declares functions for the code that calls them |
//! | [`plain`] | the functions that all code may call |
//! | `machine` | executable memory, and the entry into it |
//! | `generator` | what all code has in common |
//! | `number`, `condition`, `comparison` | expressions |
//! | `functions` | functions that are a few instructions |
//! | `row_test` | WHERE: a condition on rows in their pages |

mod call;
mod comparison;
mod condition;
mod functions;
mod generator;
mod machine;
mod number;
pub mod plain;
mod row_test;

pub use call::{Call, Operand, calls, part};
pub use generator::{Generator, OWN, ROW, Subject, at};
pub use machine::NotCompiled;
pub use machine::{Calls, Entry, MOST_NODES, Machine};
pub(crate) use row_test::{RowTest, SearchResult};
