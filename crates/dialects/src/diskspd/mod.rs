//! DiskSpd 2.2: the options that its users write, and its reports.
//!
//! [`parse`] parses arguments to a [`Request`], and [`run()`] executes it. The output has the layout of the original,
//! so that scripts that parse it continue to work. `--explain` describes a test and runs nothing; `--account` adds
//! figures below the result that the original does not have.
//!
//! | module | contents |
//! |---|---|
//! | `request` | a valid request: a test and its time spans |
//! | `target` | a target of a time span, with its settings |
//! | `parsed_options` | parsed arguments |
//! | `options` | the parsing of arguments |
//! | `value` | sizes, counts, lists |
//! | `rules` | from parsed arguments to a test |
//! | `xml_profile` | profiles in XML |
//! | `checks` | valid combinations of settings |
//! | `names` | the names of settings in messages |
//! | `sizes` | the sizes of targets, and what must be written of them first |
//! | `source` | the buffers from which written blocks are taken |
//! | `plan` | time spans as loads of feedrate |
//! | `run` | the execution |
//! | `figures` | the figures of time spans |
//! | `profile` | the output lines about the arguments |
//! | `report` | the output lines about the results |
//! | `xml` | both as XML |
//! | `explain` | descriptions of tests |

mod checks;
mod error;
mod explain;
mod figures;
mod help;
mod limits;
mod names;
mod on_hosts;
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
mod target;
mod value;
mod xml;
mod xml_profile;

pub use error::{Error, Result};
pub use help::HELP;
pub use on_hosts::DiskspdOnHosts;
pub use request::{Format, Request, Test, Threads, TimeSpan};
pub use rules::parse;
#[cfg(any(test, feature = "testing"))]
pub(crate) use rules::parse_with;
pub use run::run;
pub use target::{Cache, Content, Distribution, NamedFile, Order, Target, Throttle};
pub use xml_profile::PROFILE;

#[cfg(test)]
mod tests;
