//! DiskSpd 2.2: the options that its users write, and its reports.
//!
//! [`parse`] parses arguments to a [`Request`], and [`run()`] executes it. The output has the layout of the original,
//! so that scripts that parse it continue to work. `--explain` describes a test and runs nothing; `--account` adds
//! figures below the result that the original does not have.
//!
//! | module | contents |
//! |---|---|
//! | `request` | a valid request |
//! | `parsed_options` | parsed arguments |
//! | `options` | the parsing of arguments |
//! | `value` | sizes, counts, lists |
//! | `rules` | valid combinations of options, and the files |
//! | `sizes` | the sizes of targets, and what must be written of them first |
//! | `source` | the buffer from which written blocks are taken |
//! | `plan` | a test as loads of feedrate |
//! | `run` | the execution |
//! | `figures` | the figures of a test |
//! | `profile` | the output lines about the arguments |
//! | `report` | the output lines about the results |
//! | `xml` | both as XML |
//! | `explain` | descriptions of tests |

mod error;
mod explain;
mod figures;
mod help;
mod options;
mod parsed_options;
mod plan;
mod profile;
mod report;
mod request;
mod rules;
mod run;
mod sizes;
mod source;
mod value;
mod xml;

pub use error::{Error, Result};
pub use help::HELP;
pub use request::{
    Cache, Content, Distribution, Format, Order, Queues, Request, Target, Test, Throttle,
};
pub use rules::parse;
pub use run::run;

#[cfg(test)]
mod tests;
