//! Queries on several machines: a scheduler and executors of Ballista that read data sets.
//!
//! | module | contents |
//! |---|---|
//! | `scheduler`, `executor` | the processes of a cluster |
//! | `client` | the execution of the plans of PROC SQL on a cluster |
//! | `job` | a plan that is executed, and what is stored for it |
//! | `codec` | plans as bytes |
//! | `watched` | the executors of a scheduler, whose queries end when one of them is lost |
//! | `work` | the folder of an executor for the rows between stages |
//! | `place` | addresses, and the error of a process |
//! | `signals` | the signals that end a process |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod client;
mod codec;
mod executor;
mod job;
mod place;
mod scheduler;
mod signals;
mod watched;
mod work;

/// The longest message between processes: a batch of rows, which usually has some MB.
const MOST_MESSAGE_BYTES: u32 = 1 << 30;

pub use client::Client;
pub use executor::{Executor, execute};
pub use place::{ClusterError, Place};
pub use scheduler::{Scheduler, schedule};
