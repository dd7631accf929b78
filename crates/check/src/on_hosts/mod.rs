//! A check of several hosts: the first alone, for the setting; then 1, 2, 4 … of them at once. The result says what
//! they get, where that stops growing, and why.
//!
//! | module | contents |
//! |---|---|
//! | [`CheckOnFirstHost`] | the check of the first host alone |
//! | [`HostPart`] | the part of one host in the stages |
//! | [`HostsCheck`] | all of it |
//! | [`CheckOnHosts`], [`document()`] | the result as JSON and as a report |

mod command;
mod conduct;
mod document;
mod figures;
mod part;

pub use command::CheckOnFirstHost;
pub use conduct::{HostsCheck, HostsMeasurement};
pub use document::document;
pub use figures::{CheckOnHosts, FORMAT_VERSION, Growth, HeldBy, Stage};
pub use part::{HostPart, PART, ROUNDS, order, stages};
