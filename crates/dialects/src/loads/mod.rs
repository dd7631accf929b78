//! The common parts of dialects whose tests are loads of feedrate.
//!
//! | module | contents |
//! |---|---|
//! | `error` | the reasons why a test has no result |
//! | `target` | the facts of a file or a device |
//! | `demands` | the resources that a test needs, and whether they are available |
//! | `filling` | extending files to the size that a test needs |
//! | `run` | running loads, and messages when they are done |
//! | `totals` | the sums of all loads |
//! | `account` | the account that other tools do not have |

mod account;
mod demands;
mod error;
mod filling;
mod run;
mod target;
mod totals;

pub(crate) use demands::{memory, room};
pub use error::LoadError;
pub(crate) use filling::{fill, make};
pub(crate) use run::{account, end, run};
pub(crate) use target::find;
pub(crate) use totals::Totals;
