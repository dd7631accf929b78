//! The writing and the reading end of a pipe, as steps use them.

pub(crate) mod end;
pub(crate) mod receiver;
pub(crate) mod sender;
pub(crate) mod totals;
