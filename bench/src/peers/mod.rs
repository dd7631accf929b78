//! The programs that race.

pub mod feedrate;
pub mod file;
pub mod fio;
pub mod python;
