//! sqlio 1.5: its arguments, its parameter file, its output.
//!
//! [`parse`] reads arguments into a [`Request`], [`run`] carries it out. What is printed has the layout of the
//! original, "MB" for 2^20 bytes included, so that scripts that read it go on working. `--explain` says in plain
//! words what a test would do and runs nothing; `--account` adds below the result what the original never told.
//!
//! | room | what is in it |
//! |---|---|
//! | `request` | what is to be done, once it is known to make sense |
//! | `parse` | arguments to options |
//! | `value` | what options have as values |
//! | `parameter_file` | the lines of a parameter file |
//! | `rules` | which options go together, and which files are meant |
//! | `sizes` | how large files are, and what must be written of them first |
//! | `plan` | a test as loads of feedrate |
//! | `run` | carrying it out |
//! | `layout` | the lines of the original |
//! | `explain` | a test in plain words |

mod error;
mod explain;
mod help;
mod layout;
mod parameter_file;
mod parse;
mod plan;
mod request;
mod rules;
mod run;
mod sizes;
mod value;

pub use error::{Error, Result};
pub use help::HELP;
pub use parse::{parse, parse_with};
pub use request::{
    Affinity, Buffering, Latency, Pattern, Pool, Request, SubBlocks, Test, TestFile, Utilisation,
};
pub use run::run;

#[cfg(test)]
mod tests;
