//! Expressions over the values of a step.
//!
//! The interpreter defines their meaning; machine code is tested against it. Expressions are methods of
//! [`Core`](core::Core), which is all that they can access.
//!
//! | module | contents |
//! |---|---|
//! | [`core`] | the state that expressions read and change |
//! | [`number`], [`text`], [`arithmetic`], [`convert`], [`membership`], [`lag`] | their parts |
//! | [`call`], [`routine`] | functions and call routines |
//! | [`pending`], `queue`, `routine_room` | what the state keeps between them |
//! | [`assignment`] | values that are assigned to variables and elements of arrays |
//! | [`problems`] | operations without a result, and where they occurred |
//! | [`dump`] | all variables as text |
//! | [`row`] | expressions over rows that are not from a data set |

pub mod arithmetic;
pub mod assignment;
mod attribute;
pub mod call;
pub mod convert;
pub mod core;
pub mod dump;
pub mod lag;
pub mod membership;
pub mod number;
pub mod pending;
pub mod problems;
mod queue;
pub mod routine;
mod routine_room;
pub mod row;
pub mod text;
