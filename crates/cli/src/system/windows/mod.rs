//! Windows.

pub mod files;
pub mod limits;
pub mod signals;
pub mod streams;
