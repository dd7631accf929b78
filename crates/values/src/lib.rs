//! The values of the language: missing values, formats, informats, functions.
//!
//! Everything here is computation without I/O and without knowledge of steps, so that the interpreter of the DATA step,
//! the compiled step and the procedures all call the same code.
//!
//! | module | contents |
//! |---|---|
//! | [`missing`] | missing numeric values, their bit patterns and their order |
//! | [`value`] | values of either kind, and conversion between kinds |
//! | [`spec`] | `DOLLAR12.2` as a name, a width and decimals |
//! | [`number`] | numbers as text |
//! | [`ranges`] | ranges of values with labels |
//! | [`case`] | letters in upper and lower case |
//! | [`calendar`] | days since 1960, and calendar dates |
//! | [`format`](mod@format) | values as text |
//! | [`informat`] | text as values |
//! | [`function`] | the functions and call routines of the language |
//! | [`abort`] | the end that ABORT gives a step or a program |
//! | [`return_code`] | the values of `_IORC_` |
//! | [`message`] | messages that quote texts of users |
//! | [`severity`] | the severity of messages |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod abort;
mod absence;
mod binary;
pub mod calendar;
pub mod case;
pub mod format;
pub mod function;
pub mod informat;
pub mod message;
pub mod missing;
pub mod number;
mod period;
pub mod ranges;
mod representation;
pub mod return_code;
pub mod severity;
pub mod spec;
pub mod value;

pub use abort::Abort;
pub use return_code::{ReturnCode, code_of};
pub use severity::Severity;
pub use spec::Spec;
pub use value::{Kind, Value};
