//! Runs a program step by step.
//!
//! | room | what is in it |
//! |---|---|
//! | [`Session`] | libraries, options, formats, titles; runs one unit of a program after the other |
//! | [`log`] | the log: source, messages, time, and what was moved |
//! | `results` | what procedures show: the listing, files of ODS, data sets |
//! | [`options`] | the system options |
//! | [`record`] | the same facts as the log's, for machines |
//! | `remote` | other sessions, which run parts of the program |
//! | [`timeline`] | what the sessions of a run did at the same time, as a page |
//! | [`Observer`] | who is told which step is at work |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod autocall;
mod catalog;
mod clock;
mod conditions;
mod diagnostics;
mod ending;
mod given;
mod global;
mod lending;
mod lines;
pub mod log;
mod observer;
mod ods;
mod ods_output;
pub mod options;
mod pipe;
pub mod record;
mod remote;
mod results;
mod session;
mod show_options;
mod sql;
mod step;
mod step_log;
mod text;
pub mod timeline;
mod unread;
mod view;

pub use ending::Ending;
pub use feedrate_dataset::library::try_work;
pub use feedrate_dataset::pages::{Reading, bytes_moved};
pub use given::{Given, GivenError};
pub use observer::Observer;
pub use remote::{OwnCommand, StepsToClient, sweep_after_client};
pub use session::{Session, Setup};
