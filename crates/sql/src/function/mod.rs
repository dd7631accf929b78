//! Functions of plans that do as the language does.

mod arithmetic;
mod holds;
mod monotonic;
mod row;

pub(crate) use arithmetic::{Operation, arithmetic};
pub(crate) use holds::holds;
pub(crate) use monotonic::monotonic;
pub(crate) use row::RowFunction;
