//! Data sets that are made, appended to, removed, renamed and changed.
//!
//! | module | contents |
//! |---|---|
//! | `creation` | data sets that are made, and appended to |
//! | `claims` | claims on data sets, and what is done in their files under a claim |
//! | `removal` | data sets that are removed and renamed |
//! | [`plan`](PlannedFile) | data sets that would be made |

mod claims;
mod creation;
mod plan;
mod removal;

pub use plan::PlannedFile;
