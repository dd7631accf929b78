//! Functions of plans that do as the language does.

mod arithmetic;
mod holds;
mod kept;
mod like;
mod monotonic;
mod only;
mod row;

pub(crate) use arithmetic::{Operation, arithmetic};
pub(crate) use holds::holds;
pub(crate) use kept::{kept, kept_beside, perhaps_absent};
pub(crate) use like::like;
pub(crate) use monotonic::monotonic;
pub(crate) use only::{SEVERAL, only};
pub(crate) use row::RowFunction;
