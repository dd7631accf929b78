//! The language: from text to tokens, macros and syntax trees. This crate does not read data sets and does not run
//! steps.
//!
//! Everything is read lazily, one statement at a time, because a step that has run may set the macro variables that the
//! text after it refers to.
//!
//! | module | contents |
//! |---|---|
//! | [`source`] | the texts of a program and the positions in them |
//! | [`token`] | names, numbers, strings and symbols |
//! | [`macros`] | macro variables, macros and their functions |
//! | [`reader`] | the statements of a program, one after the other |
//! | [`statement`] | the tokens of one statement |
//! | [`surroundings`] | the interface of the reader to the session |
//! | [`parse`] | from statements to syntax trees |
//! | [`tree`] | syntax trees |
//! | [`error`] | the reasons why a text is not understood |
//! | [`diagnostic`] | messages about a program |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod diagnostic;
pub mod error;
pub mod macros;
pub mod parse;
pub mod reader;
pub mod source;
pub mod statement;
pub mod surroundings;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod token;
pub mod tree;

pub use diagnostic::Diagnostic;
pub use error::{Error, Problem, Result};
pub use parse::nearest::nearest;
pub use reader::Reader;
pub use source::{Position, Source, SourceId, Sources};
pub use statement::Statement;
pub use surroundings::{Event, Surroundings};
pub use token::{Symbol, Token, TokenKind};
