//! The macro language: text that makes text.
//!
//! Macro text is read as a stack of frames. At its bottom is the file; a reference to a macro variable
//! puts its value on top, a call of a macro puts the macro there, and whoever asks for the next
//! character gets it from the topmost frame. A macro runs only as far as its text is asked for, so a
//! step that stands in a macro has run before the text after it is made.
//!
//! | room | what is in it |
//! |---|---|
//! | [`mask`] | characters that mean nothing, which the quoting functions make |
//! | [`name`] | names of variables and macros |
//! | `secret` | where a value stands that no log is to show |
//! | [`symbols`] | the tables of macro variables |
//! | `automatic` | the variables that a session makes |
//! | `nest` | quotes, comments and parentheses in text that is not yet run |
//! | `code`, `compile` | macros as instructions |
//! | `input` | the stack of frames, references, calls, and the instructions at work |
//! | `evaluate` | `%eval` and `%sysevalf` |
//! | `functions` | `%upcase`, `%scan`, `%sysfunc` and the like |

mod automatic;
pub(crate) mod code;
pub(crate) mod compile;
pub(crate) mod evaluate;
mod functions;
pub(crate) mod input;
pub mod mask;
pub mod name;
mod nest;
pub(crate) mod secret;
pub mod symbols;
#[cfg(test)]
mod tests;

pub use name::Name;
pub use symbols::{Scope, SymbolError, Symbols};

/// The longest value of a macro variable, in bytes.
pub const LONGEST_VALUE: usize = 65_534;
