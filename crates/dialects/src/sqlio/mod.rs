//! sqlio 1.5: its arguments, its parameter file, its output.
//!
//! [`parse()`] parses arguments to a [`Request`], and [`run()`] executes it. The output has the layout of the original,
//! including "MB" for 2^20 bytes, so that scripts that parse it continue to work. `--explain` describes a test and runs
//! nothing; `--account` adds figures below the result that the original does not have.
//!
//! | module | contents |
//! |---|---|
//! | `request` | a valid request |
//! | `parse` | from arguments to options |
//! | `value` | the values of options |
//! | `parameter_file` | the lines of a parameter file |
//! | `rules` | valid combinations of options, and the files |
//! | `sizes` | the sizes of files, and what must be written of them first |
//! | `plan` | a test as loads of feedrate |
//! | `run` | the execution |
//! | `layout` | the output lines of the original |
//! | `explain` | descriptions of tests |

mod error;
mod explain;
mod help;
mod layout;
mod on_hosts;
mod parameter_file;
mod parse;
mod parsed_options;
mod plan;
mod request;
mod rules;
mod run;
mod sizes;
mod value;

pub use error::{Error, Result};
pub use help::HELP;
pub use on_hosts::SqlioOnHosts;
pub use parse::{parse, parse_with};
pub use request::{Affinity, BufferMode, Latency, Pattern, Pool, Request, SubBlocks, Test, TestFile, Utilisation};
pub use run::run;

#[cfg(test)]
mod tests;
