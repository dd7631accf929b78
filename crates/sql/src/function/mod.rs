//! Functions of plans with the semantics of the language.

mod arithmetic;
mod compact;
mod holds;
mod like;
mod monotonic;
mod opaque;
mod row;
mod scalar_subquery;
mod wire;

pub(crate) use arithmetic::{Operation, arithmetic};
pub(crate) use compact::compact;
pub(crate) use holds::holds;
pub(crate) use like::like;
pub(crate) use monotonic::monotonic;
pub(crate) use opaque::{nullable, opaque, opaque_beside};
pub(crate) use row::{RowFunction, RowSource, row_condition};
pub(crate) use scalar_subquery::{SEVERAL, only};
pub(crate) use wire::WireFunction;
