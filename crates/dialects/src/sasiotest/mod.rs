//! SASIOTEST 2.0: its arguments, its rules, its output.
//!
//! [`parse`] reads arguments into a [`Request`], [`run`] carries it out. What is printed has the
//! layout of the original, "MB" for 2^20 bytes included, so that scripts that read it go on working;
//! with `-explain`, an account that the original never gave follows below it.
//!
//! | room | what is in it |
//! |---|---|
//! | `request` | what is to be done, once it is known to make sense |
//! | `options` | the options by name |
//! | `parse` | arguments to options |
//! | `rules` | which options go together, and which sizes |
//! | `suggest` | the option that a misspelt one was meant to be |
//! | `checks` | what must hold before it starts |
//! | `plan` | a test as a stream of feedrate |
//! | `run` | carrying it out |
//! | `layout` | the lines of the original |
//! | `explain` | what `-explain` adds |

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
