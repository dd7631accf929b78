//! The grammar of PROC SQL.
//!
//! Each statement is parsed by itself, because each runs before the next is read. What only its expressions
//! have is in [`expression::sql`](super::expression).

mod changes;
mod definition;
mod from;
mod into;
mod options;
mod query;
mod select;
mod statement;
#[cfg(test)]
mod tests;

pub(crate) use options::options;
pub(crate) use statement::statement;
