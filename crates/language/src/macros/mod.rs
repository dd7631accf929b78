//! The macro language: text that generates text.
//!
//! Macro text is read from a stack of frames. At the bottom is the file; a reference to a macro variable pushes its
//! value, a call pushes the macro, and the next character comes from the topmost frame. A macro runs only as far as its
//! text is consumed, so a step that a macro generates has run before the text after it is generated.
//!
//! | module | contents |
//! |---|---|
//! | [`mask`] | characters without meaning, which the quoting functions produce |
//! | [`name`] | names of variables and macros |
//! | `secret` | recognizes values that no log may show |
//! | [`symbols`] | the tables of macro variables |
//! | `automatic` | the automatic variables |
//! | `nest` | quotes, comments and parentheses in text that has not run yet |
//! | `code`, `compile` | macros as instructions |
//! | `input` | the stack of frames, references, calls, and the execution of instructions |
//! | `evaluate` | `%eval` and `%sysevalf` |
//! | `functions` | `%upcase`, `%scan`, `%sysfunc` and others |

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
mod step_symbols;
mod symbol_error;
pub mod symbols;
#[cfg(test)]
mod tests;

pub use input::MacroState;
pub use name::Name;
pub use symbol_error::SymbolError;
pub use symbols::{Scope, Symbols};

/// The longest value of a macro variable, in bytes.
pub const LONGEST_VALUE: usize = 65_534;
