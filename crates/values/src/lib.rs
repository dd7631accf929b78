//! The values of the language: missing values, formats, informats, functions.
//!
//! Pure computing: values in, values out. Nothing here reads a file or knows of a step, so that the
//! interpreter of the DATA step, the compiled step and the procedures all call the same code.
//!
//! | room | what is in it |
//! |---|---|
//! | [`missing`] | missing numeric values, their bit patterns and their order |
//! | [`value`] | a value of either kind, and how kinds convert |
//! | [`spec`] | `DOLLAR12.2` as a name, a width and decimals |
//! | [`number`] | numbers as programs and data write them |
//! | [`calendar`] | days since 1960, and what of them makes a date |
//! | [`format`](mod@format) | values as text |
//! | [`informat`] | text as values |
//! | [`function`] | the functions and call routines of the language |
//! | [`severity`] | how grave a message of a program is |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod calendar;
pub mod format;
pub mod function;
pub mod informat;
pub mod missing;
pub mod number;
pub mod severity;
pub mod spec;
pub mod value;

pub use severity::Severity;
pub use spec::Spec;
pub use value::{Kind, Value};
