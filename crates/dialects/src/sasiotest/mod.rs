//! SASIOTEST 2.0: its arguments, its rules, its output.
//!
//! [`parse()`] parses arguments to a [`Request`], and [`run()`] executes it. The output has the layout of the original,
//! including "MB" for 2^20 bytes, so that scripts that parse it continue to work; with `-explain`, it is followed by an
//! account that the original does not have.
//!
//! | module | contents |
//! |---|---|
//! | `request` | a valid request |
//! | `options` | the options by name |
//! | `parse` | from arguments to options |
//! | `rules` | valid combinations of options and sizes |
//! | `suggest` | suggestions for misspelled options |
//! | `checks` | conditions that are checked before a test starts |
//! | `plan` | a test as a stream of feedrate |
//! | `run` | the execution |
//! | `layout` | the output lines of the original |
//! | `explain` | the output of `-explain` |

mod checks;
mod error;
mod explain;
mod help;
mod layout;
mod options;
mod parse;
mod plan;
mod request;
mod rules;
mod run;
mod suggest;

pub use error::{Error, Result};
pub use help::HELP;
pub use parse::parse;
pub use request::{Operation, Request, Size, Test};
pub use run::run;
