//! What any text must stand: it is read or refused, and what was read can be told. For the tests of this crate and for
//! the fuzz targets (cargo feature `testing`).

mod command_lines;
mod fio;
#[cfg(test)]
mod tests;

pub use command_lines::{diskspd, sqlio};
pub use fio::{fio, jobs};
