//! What dialects have in common whose tests are loads of feedrate.
//!
//! | room | what is in it |
//! |---|---|
//! | `error` | why a test gave no result |
//! | `target` | what a file or a device holds as it is found |
//! | `demands` | what a test demands of the machine, held against what there is |
//! | `filling` | making files as large as a test needs them |
//! | `carry_out` | running loads, and what is said when they are done |
//! | `totals` | what all loads moved together |
//! | `account` | what other tools never told |

mod account;
mod carry_out;
mod demands;
mod error;
mod filling;
mod target;
mod totals;

pub(crate) use carry_out::{account, carry_out, end};
pub(crate) use demands::{memory, room};
pub use error::LoadError;
pub(crate) use filling::{fill, make};
pub(crate) use target::find;
pub(crate) use totals::Totals;
