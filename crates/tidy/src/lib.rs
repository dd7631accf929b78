//! The rules of the house, as a test over its sources: the length of files, functions and lines, imports in circles,
//! the first words of comments, the names of types, the table of crates in `CONTRIBUTING.md`, and excerpts in
//! documents.
//!
//! A [`Rule`] looks at a [`Tree`] of sources and returns its [`Finding`]s. `exceptions.toml` lists the findings that
//! are allowed, each with its measure and a reason. [`judge`] compares the two: a finding without an exception fails,
//! and so does an exception that allows more than is found, so the list only shrinks.
//!
//! A new rule is a file in `rules` and a line in [`rules::RULES`].

mod exceptions;
mod finding;
mod imports;
pub mod rules;
mod source;
mod tokens;
mod tree;

pub use exceptions::{Exceptions, judge};
pub use finding::Finding;
pub use rules::Rule;
pub use source::Source;
pub use tree::Tree;
