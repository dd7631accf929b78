//! The values of a step, and their copies in rows.
//!
//! | module | contents |
//! |---|---|
//! | [`values`] | the values |
//! | [`moves`] | the copies of fields between rows and values |
//! | [`load`], [`store`] | rows into the values, the values into rows |
//! | [`clear`] | values that are set to missing |

pub mod clear;
pub mod load;
pub mod moves;
pub mod store;
pub mod values;
