//! DiskSpd 2.2: the options that its users write, and its reports.
//!
//! [`parse`] reads arguments into a [`Request`], [`run`] carries it out. What is printed has the layout of the
//! original, so that scripts that read it go on working. `--explain` says in plain words what a test would do and
//! runs nothing; `--account` adds below the result what the original never told.
//!
//! | room | what is in it |
//! |---|---|
//! | `request` | what is to be done, once it is known to make sense |
//! | `parsed_options` | what arguments gave |
//! | `options` | arguments to that |
//! | `value` | sizes, counts, lists |
//! | `rules` | which options go together, and which files are meant |
//! | `sizes` | how large targets are, and what must be written of them first |
//! | `source` | the bytes that blocks to be written are parts of |
//! | `plan` | a test as loads of feedrate |
//! | `run` | carrying it out |
//! | `figures` | what came of it, in figures |
//! | `profile` | the lines about what was asked for |
//! | `report` | the lines about what came of it |
//! | `xml` | both as XML |
//! | `explain` | a test in plain words |

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
