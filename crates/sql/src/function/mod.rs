//! Functions of plans with the semantics of the language.

mod monotonic;
mod plan_function;
mod row;

pub(crate) use monotonic::monotonic;
pub(crate) use plan_function::{PlanFunction, SEVERAL};
pub(crate) use row::{RowFunction, RowSource, row_condition};
