//! Locks against other processes, on the files of data sets.
//!
//! | module | contents |
//! |---|---|
//! | `claim` | the right to change a data set |
//! | `lock` | the lock on its file |
//! | `target` | the file that is changed |
//! | `holder` | the process that holds a lock |

mod claim;
mod holder;
mod lock;
mod target;

pub(crate) use claim::{AppendClaim, Claim, Claims, WeakClaim};
pub(crate) use target::resolve;
