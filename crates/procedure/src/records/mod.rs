//! Records of a procedure that are in memory, or spilled where they do not fit into it.
//!
//! | module | contents |
//! |---|---|
//! | [`spilling`] | the means to spill |
//! | [`spilled`] | records in the order in which they came |
//! | [`sorted`] | records in the order of their bytes |
//! | [`kept`] | records that are read in any order |
//! | [`ranked`] | the ranks of values |

pub mod kept;
pub mod ranked;
pub mod sorted;
pub mod spilled;
pub mod spilling;
